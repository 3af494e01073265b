import type { Figure } from './figure.ts';

/** A figure over cases. missing: cases that owed it and are errored or unscored; absent when there are none. */
export type Summary = {
  readonly n: number;
  readonly mean: Figure;
  readonly min: Figure;
  readonly max: Figure;
  readonly missing?: number;
};

/** Summary of the measured values; NaN and null are left out. */
export function summarize(values: Iterable<Figure>, missing = 0): Summary {
  const partials: number[] = [];
  let n = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    addPartial(partials, value);
    n += 1;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const owed = missing > 0 ? { missing } : {};
  if (n === 0) return { n, mean: null, min: null, max: null, ...owed };
  // Adding 0 turns -0 into 0, which prints alike everywhere.
  return { n, mean: roundedTotal(partials) / n + 0, min: min + 0, max: max + 0, ...owed };
}

/**
 * The correctly rounded sum of finite values (Shewchuk 1997, as Python's fsum): the order of the values
 * changes no bit. An intermediate overflow is not handled: figures are shares and milliseconds.
 */
export function exactSum(values: Iterable<number>): number {
  const partials: number[] = [];
  for (const value of values) addPartial(partials, value);
  return roundedTotal(partials);
}

/** Adds a value to partials that do not overlap, ascending in magnitude; their exact total is the sum. */
function addPartial(partials: number[], value: number): void {
  let x = value;
  let kept = 0;
  for (const partial of partials) {
    const isLess = Math.abs(x) < Math.abs(partial);
    const small = isLess ? x : partial;
    const high = x + partial;
    const low = small - (high - (isLess ? partial : x));
    if (low !== 0) {
      partials[kept] = low;
      kept += 1;
    }
    x = high;
  }
  partials.length = kept;
  partials.push(x);
}

function roundedTotal(partials: number[]): number {
  let high = partials.pop() ?? 0;
  while (partials.length > 0) {
    const y = partials.pop() ?? 0;
    const before = high;
    high = before + y;
    const low = y - (high - before);
    if (low === 0) continue;
    return roundHalfEven(high, low, partials.at(-1) ?? 0);
  }
  return high;
}

/** What lies below the half-way point decides the last bit. */
function roundHalfEven(high: number, low: number, next: number): number {
  if ((low < 0 && next < 0) || (low > 0 && next > 0)) {
    const doubled = low * 2;
    const moved = high + doubled;
    if (doubled === moved - high) return moved;
  }
  return high;
}
