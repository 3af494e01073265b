import { isWithinBand } from '../../evals/gate/band.ts';
import { figures, METRICS, type Metric } from '../../evals/score/registry.ts';
import type { MetricOutcome } from '../text/metric-cell.ts';
import type { RunData } from './data.ts';

/** How a figure stands: against the baseline's band, a breached floor, or the compared run. */
export function outcomeOfFigure(run: RunData, path: string, value: number | null): MetricOutcome | undefined {
  if (value === null) return 'unscored';
  if (run.floors?.checks.some(check => !check.holds && check.path.startsWith(`${path}.`)) === true)
    return 'floor';
  const held = run.baseline?.comparisons.find(one => one.path === path);
  if (held !== undefined) return held.outcome === 'short' ? 'unscored' : held.outcome;
  if (run.differs.length > 0) return 'not_comparable';
  const before = run.compared?.means[path];
  return before === undefined || before === null ? undefined : movedOutcome(path, value, before);
}

/** Inside the band of its figure nothing has changed. */
export function movedOutcome(path: string, value: number, before: number): MetricOutcome {
  const metric = metricOf(path);
  if (metric === undefined) return 'stable';
  const { better, band } = figures[metric];
  if (isWithinBand(value - before, band ?? 0)) return 'stable';
  return value > before === (better === 'higher') ? 'improved' : 'regressed';
}

export function metricOf(path: string): Metric | undefined {
  const name = path.split('.').at(-1);
  return METRICS.find(metric => metric === name);
}
