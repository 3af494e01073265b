import { type Refusal, withMore } from '../../core/refusal.ts';

/** Throws the first fault of a step; the others stand in `facts.more` as {message, line?, path?}. */
export function throwFirst(faults: readonly Refusal[]): void {
  const first = firstOf(faults);
  if (first !== undefined) throw first;
}

export function firstOf([first, ...others]: readonly Refusal[]): Refusal | undefined {
  return first === undefined ? undefined : withMore(first, others.map(summaryOf));
}

function summaryOf({ code, message, place }: Refusal) {
  return {
    code,
    message,
    ...(place?.line === undefined ? {} : { line: place.line }),
    ...(place?.path === undefined ? {} : { path: place.path }),
  };
}
