import type { SymbolSet } from '../../core/safe-text.ts';
import type { FloorCheck } from '../../evals/gate/floors.ts';
import type { Comparison } from '../../evals/gate/gate-baseline.ts';
import type { Conclusion } from '../../evals/run/conclude-run.ts';
import type { Summary } from '../../evals/score/aggregate.ts';
import type { FigureSurface } from '../../evals/score/figure-paths.ts';
import { METRICS, type Metric } from '../../evals/score/registry.ts';
import type { ReportHead } from '../../evals/score/report.ts';
import type { Leg } from '../../evals/store/port.ts';
import { humanInt } from '../../tui/text/human.ts';
import type { MetricCell, MetricOutcome } from '../../tui/text/metric-cell.ts';

/** One metric of a surface: a cell per leg, and what holds it. */
export type FigureRow = {
  readonly metric: Metric;
  readonly cells: ReadonlyMap<Leg, MetricCell>;
  readonly side: Readonly<Record<SideColumn, string>>;
};

export type SideColumn = 'n' | 'floor' | 'band';

/** The rows of a surface's table; edge figures that no case bears are left out. */
export function figureRows(
  { report, verdict }: Conclusion,
  surface: FigureSurface,
  legs: readonly Leg[],
  symbols: SymbolSet,
): readonly FigureRow[] {
  const judged = judgements(verdict.floors?.checks ?? [], verdict.baseline?.comparisons ?? []);
  return METRICS.map(metric => rowOf(report, surface, metric, legs, judged, symbols)).filter(
    row => surface === 'retrieval' || [...row.cells.values()].some(({ value }) => value !== null),
  );
}

type Judged = {
  readonly checks: ReadonlyMap<string, readonly FloorCheck[]>;
  readonly comparisons: ReadonlyMap<string, Comparison>;
};

function judgements(checks: readonly FloorCheck[], comparisons: readonly Comparison[]): Judged {
  const byPath = new Map<string, FloorCheck[]>();
  for (const check of checks) {
    const path = check.path.replace(/\.(?:mean|min|max)$/, '');
    byPath.set(path, [...(byPath.get(path) ?? []), check]);
  }
  return { checks: byPath, comparisons: new Map(comparisons.map(one => [one.path, one])) };
}

function rowOf(
  report: ReportHead,
  surface: FigureSurface,
  metric: Metric,
  legs: readonly Leg[],
  { checks, comparisons }: Judged,
  symbols: SymbolSet,
): FigureRow {
  const paths = legs.map(leg => `${surface}.${leg}.${metric}`);
  const summaries = legs.flatMap(leg => report[surface]?.[leg]?.[metric] ?? []);
  const found = new Map<Leg, MetricCell>();
  for (const [i, leg] of legs.entries()) {
    const [path = '', summary] = [paths[i], summaries[i]];
    if (summary === undefined) continue;
    const comparison = comparisons.get(path);
    const interval = report.intervals[path];
    const breaks = checks.get(path)?.some(({ holds }) => !holds) === true;
    found.set(leg, {
      value: summary.mean,
      ...(comparison === undefined ? {} : { delta: comparison.current - comparison.baseline }),
      ...(interval === undefined || interval.lo === null || interval.hi === null
        ? {}
        : { half: (interval.hi - interval.lo) / 2 }),
      outcome: breaks ? 'floor' : outcomeOf(summary, comparison),
    });
  }
  return {
    metric,
    cells: found,
    side: sideOf(paths, summaries, report.n_cases, { checks, comparisons }, symbols),
  };
}

function outcomeOf(summary: Summary, comparison: Comparison | undefined): MetricOutcome | undefined {
  if (summary.mean === null) return (summary.missing ?? 0) > 0 ? 'unscored' : undefined;
  // A count that is short is a matter of its own line; means are never short.
  return comparison?.outcome === 'short' ? 'stable' : comparison?.outcome;
}

function sideOf(
  paths: readonly string[],
  summaries: readonly Summary[],
  cases: number,
  { checks, comparisons }: Judged,
  symbols: SymbolSet,
): FigureRow['side'] {
  const counts = [...new Set(summaries.map(({ n }) => n))].sort((a, b) => a - b);
  const range = [counts[0], counts.at(-1)].filter((n, i, all) => n !== undefined && n !== all[i - 1]);
  const signs = symbols === 'ascii' ? { at_least: '>=', at_most: '<=' } : { at_least: '≥', at_most: '≤' };
  const floors = paths.flatMap(path => checks.get(path) ?? []);
  const bands = paths.flatMap(path => comparisons.get(path)?.band ?? []);
  return {
    n: counts.length === 1 && counts[0] === cases ? '' : range.map(n => humanInt(n ?? 0)).join('-'),
    floor: [...new Set(floors.map(({ side, bound }) => `${signs[side]}${bound}`))].join(' '),
    band: [...new Set(bands)].join(' '),
  };
}
