import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';

export type TomlPath = readonly (string | number)[];

/** EvalDeclarationInvalid at a line of a declaration. */
export function invalid(
  file: string,
  line: number,
  key: string | null,
  message: string,
  more: { readonly found?: string; readonly want?: string; readonly hint?: string; readonly column?: number },
): Refusal {
  return refuse('EvalDeclarationInvalid', {
    message,
    place: {
      file,
      line,
      ...(more.column === undefined ? {} : { column: more.column }),
      ...(key === null ? {} : { path: key }),
    },
    found: more.found,
    want: more.want,
    ...(more.hint === undefined ? {} : { hint: more.hint }),
    facts: { file, line, key },
  });
}
