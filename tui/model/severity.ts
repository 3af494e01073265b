import { compareCodePoints } from '../../core/code-points.ts';
import type { MetricOutcome } from '../text/metric-cell.ts';

export type Severity = {
  readonly name: string;
  readonly outcome: MetricOutcome;
  /** How much worse than the reference; negative where it is better. */
  readonly loss: number;
  /** Change that counts as none. Without a band any loss is beyond measure. */
  readonly band: number;
  readonly n: number;
};

/** Worst first [severity.order]: by outcome, loss in bands, loss, number of cases (most first), name. */
export function bySeverity(a: Severity, b: Severity): number {
  return (
    CLASSES.indexOf(a.outcome) - CLASSES.indexOf(b.outcome) ||
    descending(inBands(a), inBands(b)) ||
    descending(a.loss, b.loss) ||
    descending(a.n, b.n) ||
    compareCodePoints(a.name, b.name)
  );
}

/** A figure that could not be held against the other may hide a regression, so it stands before the stable ones. */
const CLASSES: readonly MetricOutcome[] = [
  'floor',
  'regressed',
  'not_comparable',
  'unscored',
  'stable',
  'improved',
];

function inBands({ loss, band }: Severity): number {
  return loss === 0 ? 0 : loss / band;
}

/** Without a difference of infinities, which is no number. */
function descending(a: number, b: number): number {
  return a === b ? 0 : a > b ? -1 : 1;
}
