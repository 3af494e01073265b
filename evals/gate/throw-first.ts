import { Refusal } from '../../core/refusal.ts';

/** Throws the first fault of a step; the others stand in `facts.more` as {message, line?, path?}. */
export function throwFirst(faults: readonly Refusal[]): void {
  const first = firstOf(faults);
  if (first !== undefined) throw first;
}

export function firstOf([first, ...more]: readonly Refusal[]): Refusal | undefined {
  if (first === undefined || more.length === 0) return first;
  return new Refusal({
    code: first.code,
    exit: first.exit,
    message: first.message,
    clause: first.clause,
    place: first.place,
    found: first.found,
    want: first.want,
    hint: first.hint,
    facts: { ...first.facts, more: more.map(summaryOf) },
    cause: first.cause,
  });
}

function summaryOf({ code, message, place }: Refusal) {
  return {
    code,
    message,
    ...(place?.line === undefined ? {} : { line: place.line }),
    ...(place?.path === undefined ? {} : { path: place.path }),
  };
}
