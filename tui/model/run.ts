import type { Summary } from '../../evals/score/aggregate.ts';
import { figures, METRICS, type Metric } from '../../evals/score/registry.ts';
import { LEGS, type Leg } from '../../evals/store/port.ts';
import { figureCell } from './cells.ts';
import type { RunData } from './data.ts';
import { figureDetail } from './figure-detail.ts';
import { judgedScreen } from './judged.ts';
import { metricName } from './metric-name.ts';
import { outcomeOfFigure } from './outcome-of.ts';
import type { Pen } from './pen.ts';
import { comparedLines, runPlace } from './run-frame.ts';
import type { Column, Row, Screen } from './screen.ts';
import type { Place } from './screens.ts';
import { stampScreen } from './stamp.ts';
import { systemsScreen } from './systems.ts';

/** A run: its metric × leg grid, or the figures of a tab that is no screen of its own. */
export function runScreen(place: Place): Screen {
  const { tab } = place.link.query;
  if (tab === 'stamp') return stampScreen(place);
  if (tab === 'systems') return systemsScreen(place);
  if (tab === 'judged') return judgedScreen(place);
  return metricsScreen(place);
}

function metricsScreen(place: Place): Screen {
  const { pen } = place;
  const isEdges = place.link.query.tab === 'edges';
  const at = isEdges ? runPlace(place, 'edges', ['edges']) : runPlace(place, 'metrics');
  if ('screen' in at) return at.screen;
  const { run, frame, link } = at;
  const surface = isEdges ? run.report.edge_retrieval : run.report.retrieval;
  const root = isEdges ? 'edge_retrieval' : 'retrieval';
  const legs = LEGS.filter(leg => surface?.[leg] !== undefined);
  const pathOf = (index: number, column: number): string =>
    `${root}.${legs[column] ?? 'hybrid'}.${METRICS[index] ?? ''}`;
  return {
    ...frame,
    head: () => comparedLines(run, pen),
    list: {
      columns: metricColumns(legs),
      total: surface === undefined ? 0 : METRICS.length,
      row: index => metricRow(run, root, METRICS[index], legs, pen),
      focus: (index, column) => {
        const path = pathOf(index, column);
        const value = surface?.[legs[column] ?? 'hybrid']?.[METRICS[index] ?? 'recall_at_k'].mean ?? null;
        return {
          id: path,
          value: value === null ? path : String(value),
          link: link('run/:run/cases', {}, { sort: sortKey(METRICS[index], legs[column]) }),
        };
      },
      grid: legs,
    },
    detail: (index, column) => figureDetail(run, pathOf(index, column), pen),
    empty: [[pen.span('this run has no edge surface: edge_surface of [eval] asks for it', 'muted')]],
  };
}

/** Columns of a leg grid: the name keeps its room, the legs share the rest; hybrid stays longest. */
export function metricColumns(legs: readonly Leg[]): readonly Column[] {
  const ranks: Readonly<Record<Leg, number>> = { lexical: 2, vector: 3, hybrid: 1 };
  return [
    { id: 'metric', title: 'metric', rank: 0, min: 12, ideal: 12, max: 12, grow: 0 },
    ...legs.map(
      (leg): Column => ({ id: leg, title: leg, rank: ranks[leg], min: 7, ideal: 15, max: 30, grow: 1 }),
    ),
  ];
}

function metricRow(
  run: RunData,
  root: string,
  metric: Metric | undefined,
  legs: readonly Leg[],
  pen: Pen,
): Row | undefined {
  if (metric === undefined) return undefined;
  const surface = root === 'edge_retrieval' ? run.report.edge_retrieval : run.report.retrieval;
  return {
    id: metric,
    cells: {
      metric: { spans: [pen.span(metricName(metric, run.report.run.k))], raw: metric },
      ...Object.fromEntries(
        legs.map(leg => [leg, summaryCell(run, `${root}.${leg}.${metric}`, surface?.[leg]?.[metric], pen)]),
      ),
    },
  };
}

/** A mean with its delta against the compared run, half its interval, how it stands and over how many cases. */
export function summaryCell(
  run: RunData,
  path: string,
  summary: Summary | undefined,
  pen: Pen,
): ReturnType<typeof figureCell> {
  const value = summary?.mean ?? null;
  const before = run.compared?.means[path] ?? null;
  const interval = run.report.intervals[path];
  const half = interval?.lo == null || interval.hi == null ? null : (interval.hi - interval.lo) / 2;
  return figureCell(
    {
      value,
      delta: value === null || before === null || run.differs.length > 0 ? null : value - before,
      half,
      outcome: outcomeOfFigure(run, path, value),
      n: summary?.n ?? 0,
    },
    pen,
  );
}

/** Worst cases of the leg first. */
function sortKey(metric: Metric | undefined, leg: Leg = 'hybrid'): string {
  if (metric === undefined) return 'id';
  const key = leg === 'hybrid' ? SORT_KEYS[metric] : `${leg}.${SORT_KEYS[metric]}`;
  return figures[metric].better === 'higher' ? key : `${key}-`;
}

/** Filter fields of metrics (tui-cli.md 17). */
export const SORT_KEYS: Readonly<Record<Metric, string>> = {
  recall_at_k: 'recall',
  r_precision: 'rprec',
  hit_rate_at_k: 'hit',
  reciprocal_rank: 'rr',
  ndcg_at_k: 'ndcg',
  forbidden_row_rate: 'forbidden',
  duplicate_row_rate: 'duplicate',
  in_window_rate: 'window',
  abstention_rate: 'abstain',
};
