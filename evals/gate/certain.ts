import { keepsBound, type Side, type Statistic } from '../score/built-in-floors.ts';
import type { Figure } from '../score/figure.ts';
import { gainOf, isWithinBand } from './band.ts';

/** A red check is certain when it stays red though every missing case scored the best possible value. */
export type RedCheck =
  | {
      readonly kind: 'floor';
      readonly stat: Statistic;
      readonly side: Side;
      readonly bound: number;
      readonly measured: Figure;
      readonly n: number;
      readonly missing: number;
    }
  | { readonly kind: 'count'; readonly baseline: number; readonly current: number; readonly missing: number }
  | {
      readonly kind: 'mean';
      readonly baseline: number;
      readonly band: number;
      readonly current: number;
      readonly n: number;
      readonly missing: number;
      readonly lower: boolean;
    };

export function isCertain(red: RedCheck): boolean {
  switch (red.kind) {
    case 'count':
      return red.current + red.missing < red.baseline;
    case 'mean': {
      const best = bestMean(red.current, red.n, red.missing, red.lower ? 0 : 1);
      const gain = gainOf(red.baseline, best, red.lower);
      return gain < 0 && !isWithinBand(gain, red.band);
    }
    case 'floor':
      return isCertainFloor(red);
  }
}

function isCertainFloor(red: Extract<RedCheck, { kind: 'floor' }>): boolean {
  const { measured, side, bound, stat } = red;
  if (measured === null) return red.missing === 0;
  // No further case lowers a maximum or raises a minimum.
  if ((stat === 'max' && side === 'at_most') || (stat === 'min' && side === 'at_least')) return true;
  if (stat !== 'mean') return red.missing === 0;
  const best = bestMean(measured, red.n, red.missing, side === 'at_least' ? 1 : 0);
  return !keepsBound(best, side, bound);
}

function bestMean(mean: number, n: number, missing: number, best: number): number {
  return missing === 0 ? mean : (mean * n + best * missing) / (n + missing);
}
