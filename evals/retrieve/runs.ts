const RUN = /[\p{L}\p{N}]+/gu;
const ASCII_RUN = /^[a-z0-9]+$/;

/** Maximal sequences of letters and numbers of a lower-cased text, in order (evaluate.md 8.2). */
export function runsOf(lowered: string): readonly string[] {
  return lowered.match(RUN) ?? [];
}

/** A run of `a-z` and `0-9` alone; every other run is matched by its code points. */
export function isAsciiRun(run: string): boolean {
  return ASCII_RUN.test(run);
}

/** Overlapping pairs of code points; a single code point stands for itself. */
export function codePointPairs(run: string): readonly string[] {
  const points = [...run];
  if (points.length < 2) return points;
  const pairs: string[] = [];
  for (let i = 1; i < points.length; i += 1) pairs.push(`${points[i - 1]}${points[i]}`);
  return pairs;
}
