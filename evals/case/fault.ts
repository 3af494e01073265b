import type { JsonObject } from '../../core/json.ts';
import type { Refusal } from '../../core/refusal.ts';
import { type JsonFault, jsonFaultText } from '../../core/strict-json/index.ts';
import { suggest } from '../../core/suggest.ts';
import { refuse } from '../../spec/refusals.ts';
import type { CaseFaultReason } from './reason.ts';

/** What is wrong at one place of a case, before file and line are known. */
export type CaseFault = {
  readonly path: string;
  readonly reason: CaseFaultReason;
  readonly found: string;
  readonly expected: string;
  readonly message: string;
  readonly hint?: string;
};

/** `line` is absent where the file as a whole is at fault. */
export type PlacedFault = CaseFault & { readonly file: string; readonly line?: number };

const MOST_FOUND = 80;

/** The refusal of a case set: the first fault in file order; the others stand in `facts.more`. */
export function caseRefusal(first: PlacedFault, more: readonly PlacedFault[]): Refusal {
  const { file, line, path, message, found, expected, hint } = first;
  return refuse(first.reason === 'instant' ? 'EvalInstantMalformed' : 'EvalCaseInvalid', {
    message,
    place: { file, ...(line === undefined ? {} : { line }), ...(path === '' ? {} : { path }) },
    found,
    want: expected,
    hint,
    facts: { ...factsOf(first), ...(more.length === 0 ? {} : { more: more.map(factsOf) }) },
  });
}

export function jsonCaseFault(fault: JsonFault): CaseFault {
  const { reason, path, found, expected } = fault;
  return { reason, path, found, expected, message: jsonFaultText(fault) };
}

export function unknownMember(path: string, name: string, known: readonly string[]): CaseFault {
  const [nearest] = suggest(name, known);
  const question = nearest === undefined ? undefined : `did you mean \`${nearest}\`?`;
  return {
    path,
    reason: 'unknown-member',
    found: 'an unknown member',
    expected: `one of ${known.join(', ')}`,
    message: `${path} is an unknown member${question === undefined ? '' : `; ${question}`}`,
    ...(question === undefined ? {} : { hint: question }),
  };
}

/** The text of a value as a message shows it, cut to 80 characters. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const characters = [...text.slice(0, MOST_FOUND * 2)];
  return characters.length > MOST_FOUND
    ? `${characters.slice(0, MOST_FOUND - 1).join('')}…`
    : characters.join('');
}

function factsOf({ file, line, path, reason, found, expected, message }: PlacedFault): JsonObject {
  return { file, line: line ?? null, path, reason, found, expected, message };
}
