import { Splitmix64 } from './splitmix64.ts';

/** 95 % percentile interval of a mean; null bounds where there is no value. */
export type Interval = {
  readonly level: number;
  readonly resamples: number;
  readonly lo: number | null;
  readonly hi: number | null;
};

const LEVEL = 0.95;
const RESAMPLES = 1000;
const LO = Math.floor(0.025 * RESAMPLES);
const HI = Math.ceil(0.975 * RESAMPLES) - 1;

/**
 * Percentile bootstrap of a mean (Efron 1979; scoring.md 13.1): 1000 resamples, splitmix64 draws with
 * replacement, added left to right. values: in file order of the cases.
 */
export function bootstrapInterval(values: readonly number[], seed: bigint): Interval {
  return bootstrapIntervals([values], seed)[0] ?? interval(null, null);
}

/** The same for columns of one length over one stream of draws: each equals its own bootstrapInterval. */
export function bootstrapIntervals(columns: readonly (readonly number[])[], seed: bigint): Interval[] {
  const n = columns[0]?.length ?? 0;
  if (n === 0) return columns.map(() => interval(null, null));
  const varied = columns.filter(column => !isConstant(column));
  const means = new Map(varied.map(column => [column, new Float64Array(RESAMPLES)]));
  if (means.size > 0) draw(means, n, new Splitmix64(seed));
  return columns.map(column => {
    const sample = means.get(column);
    if (sample === undefined) return interval(meanOfConstant(column), meanOfConstant(column));
    sample.sort();
    return interval(sample[LO] ?? null, sample[HI] ?? null);
  });
}

function draw(means: ReadonlyMap<readonly number[], Float64Array>, n: number, random: Splitmix64): void {
  const picks = new Int32Array(n);
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    random.fill(picks, n);
    for (const [column, sample] of means) sample[resample] = pickedSum(column, picks) / n;
  }
}

function pickedSum(column: readonly number[], picks: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < picks.length; i += 1) sum += column[picks[i] ?? 0] ?? 0;
  return sum;
}

/** Every resample of equal values is the same running sum, so no draw is needed. */
function isConstant(column: readonly number[]): boolean {
  return column.every(value => value === column[0]);
}

function meanOfConstant(column: readonly number[]): number {
  let sum = 0;
  for (const value of column) sum += value;
  return sum / column.length;
}

function interval(lo: number | null, hi: number | null): Interval {
  return { level: LEVEL, resamples: RESAMPLES, lo, hi };
}
