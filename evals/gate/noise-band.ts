import { exactSum } from '../score/aggregate.ts';

/** Runs of one stamp that a band from repeats needs. */
export const ENOUGH_REPEATS = 10;

const STEP = 10_000;

/** Sample standard deviation; null below two values. */
export function sampleDeviation(values: readonly number[]): number | null {
  const n = values.length;
  if (n < 2) return null;
  const mean = exactSum(values) / n;
  return Math.sqrt(exactSum(values.map(value => (value - mean) ** 2)) / (n - 1));
}

/**
 * The band that repeats of one run ask for: 6 sample deviations, rounded up to 0.0001, at least the default.
 * Three on either side, since the baseline is as noisy as the run. null below ten runs.
 */
export function bandOfRepeats(values: readonly number[], least: number): number | null {
  const deviation = sampleDeviation(values);
  if (deviation === null || values.length < ENOUGH_REPEATS) return null;
  return Math.max(least, Math.ceil(6 * deviation * STEP) / STEP);
}
