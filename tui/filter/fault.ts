import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';

export type FilterFaultCode =
  | 'FilterSyntax'
  | 'FilterUnknownField'
  | 'FilterUnknownFlag'
  | 'FilterTypeMismatch';

/** A refusal of a filter text. `column` is 1-based and counts code points. */
export function filterFault(
  code: FilterFaultCode,
  column: number,
  message: string,
  suggestions: readonly string[] = [],
): Refusal {
  return refuse(code, {
    message: `${message} (column ${column})`,
    facts: { column, message, suggest: suggestions },
    ...(suggestions.length === 0 ? {} : { hint: `did you mean ${suggestions.join(', ')}?` }),
  });
}
