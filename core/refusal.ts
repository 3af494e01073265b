import type { JsonObject } from './json.ts';

/** Where a fault lies: `file:line:column`, and the path inside the document. */
export type Place = {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly path?: string;
};

/** 1 findings, 2 usage or configuration, 3 could not measure, 4 not comparable, 130 interrupted. */
export type RefusalExit = 1 | 2 | 3 | 4 | 130;

export type RefusalDetails = {
  readonly code: string;
  readonly exit: RefusalExit;
  readonly message: string;
  readonly clause?: string | undefined;
  readonly place?: Place | undefined;
  /** What is at fault as it is written, line by line; a last line may hold a caret under the fault. */
  readonly excerpt?: readonly string[] | undefined;
  readonly found?: string | undefined;
  readonly want?: string | undefined;
  readonly hint?: string | undefined;
  readonly facts?: JsonObject | undefined;
  readonly cause?: unknown;
};

/**
 * A typed "no": bad input, a missing thing, an unmeasurable run. It carries a stable code, the place, what
 * was found and wanted, and the next step. Anything thrown that is not a Refusal is a fault of ours.
 * Codes are declared once, in spec/refusals.ts.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly exit: RefusalExit;
  readonly clause: string | undefined;
  readonly place: Place | undefined;
  readonly excerpt: readonly string[];
  readonly found: string | undefined;
  readonly want: string | undefined;
  readonly hint: string | undefined;
  readonly facts: JsonObject;

  constructor(details: RefusalDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.exit = details.exit;
    this.clause = details.clause;
    this.place = details.place;
    this.excerpt = details.excerpt ?? [];
    this.found = details.found;
    this.want = details.want;
    this.hint = details.hint;
    this.facts = details.facts ?? {};
  }
}

/** Several faults of one step as one refusal: the first decides, what is said of the others stands in `facts.more`. */
export function withMore(first: Refusal, more: readonly JsonObject[]): Refusal {
  if (more.length === 0) return first;
  const { code, exit, message, clause, place, excerpt, found, want, hint, facts, cause } = first;
  return new Refusal({
    code,
    exit,
    message,
    clause,
    place,
    excerpt,
    found,
    want,
    hint,
    facts: { ...facts, more },
    cause,
  });
}

/** `evals/cases/a.jsonl:12:4` or as much of it as is known. */
export function placeText(place: Place): string {
  const line = place.line === undefined ? '' : `:${place.line}`;
  const column = place.line === undefined || place.column === undefined ? '' : `:${place.column}`;
  return `${place.file}${line}${column}`;
}
