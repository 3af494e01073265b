import { resampledSumsOf } from './resample-threads.ts';

/** 95 % percentile interval of a mean; null bounds where there is no value. */
export type Interval = {
  readonly level: number;
  readonly resamples: number;
  readonly lo: number | null;
  readonly hi: number | null;
};

/** One value per case. */
type Column = readonly number[] | Float64Array;

const LEVEL = 0.95;
const RESAMPLES = 1000;
const LO = Math.floor(0.025 * RESAMPLES);
const HI = Math.ceil(0.975 * RESAMPLES) - 1;

/**
 * Percentile bootstrap of a mean (Efron 1979; scoring.md 13.1): 1000 resamples, splitmix64 draws with
 * replacement, added left to right. values: in file order of the cases.
 */
export function bootstrapInterval(values: Column, seed: bigint): Interval {
  return bootstrapIntervals([values], seed)[0] ?? interval(null, null);
}

/** The same for columns of one length over one stream of draws: each equals its own bootstrapInterval. */
export function bootstrapIntervals(columns: readonly Column[], seed: bigint): Interval[] {
  return bootstrapAll([{ columns, seed }])[0] ?? [];
}

/** What bootstrapIntervals gives for each of many, side by side. */
export function bootstrapAll(
  wanted: readonly { readonly columns: readonly Column[]; readonly seed: bigint }[],
): Interval[][] {
  const drawn = wanted.map(({ columns, seed }) => ({
    columns: columns.filter(column => column.length > 0 && !isConstant(column)),
    seed,
  }));
  const sums = resampledSumsOf(drawn, RESAMPLES);
  return wanted.map(({ columns }, at) =>
    columns.map(column => intervalOf(column, sums[at]?.[drawn[at]?.columns.indexOf(column) ?? -1])),
  );
}

function intervalOf(column: Column, sums: Float64Array | undefined): Interval {
  const n = column.length;
  if (n === 0) return interval(null, null);
  if (sums === undefined) return interval(meanOfConstant(column), meanOfConstant(column));
  const sorted = sums.toSorted();
  return interval((sorted[LO] ?? 0) / n, (sorted[HI] ?? 0) / n);
}

/** Every resample of equal values is the same running sum, so no draw is needed. */
function isConstant(column: Column): boolean {
  for (const value of column) if (value !== column[0]) return false;
  return true;
}

function meanOfConstant(column: Column): number {
  let sum = 0;
  for (const value of column) sum += value;
  return sum / column.length;
}

function interval(lo: number | null, hi: number | null): Interval {
  return { level: LEVEL, resamples: RESAMPLES, lo, hi };
}
