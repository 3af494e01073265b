import { sampleDeviation } from './noise-band.ts';

/** Normal quantiles of a two-sided 5 % test with 80 % power. */
const QUANTILES = 1.959963984540054 + 0.8416212335729143;

/** Smallest change of a mean that this many cases show; null below two values. */
export function detectableEffect(values: readonly number[]): number | null {
  const deviation = sampleDeviation(values);
  return deviation === null ? null : (QUANTILES * deviation) / Math.sqrt(values.length);
}

/** Cases needed so that a band is not below the minimum detectable effect. */
export function resolvingCases(n: number, effect: number, band: number): number {
  return Math.ceil(n * (effect / band) ** 2);
}
