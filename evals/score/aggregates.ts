import type { Interval } from '../stats/bootstrap.ts';
import { LEGS, type Leg } from '../store/port.ts';
import { type Summary, summarize } from './aggregate.ts';
import type { Surface } from './case-figures.ts';
import { type Columns, valuesOf } from './columns.ts';
import { type FigureSurface, legPath } from './figure-paths.ts';
import type { Dimension, Metric } from './registry.ts';
import type { JudgedSummaries, JudgedSummary, LegSummaries, PerLeg, SliceReport } from './report.ts';

/** A part of the cases: all, or those at ascending positions. */
export type Selection = readonly number[] | 'all';

/** Summary of one figure over a selection. */
function summaryAt(columns: Columns, path: string, selection: Selection): Summary {
  return summarize(valuesAt(columns, path, selection), missingAt(columns, path, selection));
}

export function legSummaries(
  columns: Columns,
  surface: FigureSurface,
  legs: readonly Leg[],
  selection: Selection,
): PerLeg<LegSummaries> {
  const summaries: { [leg in Leg]?: LegSummaries } = {};
  for (const leg of LEGS) {
    if (!legs.includes(leg)) continue;
    summaries[leg] = metricNodes(metric => summaryAt(columns, legPath(surface, leg, metric), selection));
  }
  return summaries;
}

export function sliceReport(
  columns: Columns,
  surface: Surface,
  tag: string,
  judged: JudgedInterval | null,
): SliceReport {
  const cases = columns.tags.get(tag) ?? [];
  const retrieval = legSummaries(columns, 'retrieval', surface.legs, cases);
  const bare = retrieval.hybrid ?? metricNodes(() => summarize([]));
  return {
    n_cases: cases.length,
    ...bare,
    retrieval,
    ...(surface.edgeLegs.length === 0
      ? {}
      : { edge_retrieval: legSummaries(columns, 'edge_retrieval', surface.edgeLegs, cases) }),
    ...(judged === null ? {} : { judge: judgedSummaries(columns, cases, judged) }),
  };
}

export type JudgedInterval = (dimension: Dimension) => Interval;

/** The five judged figures with their intervals. */
export function judgedSummaries(
  columns: Columns,
  selection: Selection,
  intervalOf: JudgedInterval,
): JudgedSummaries {
  const judged = (dimension: Dimension): JudgedSummary => ({
    ...summaryAt(columns, `judge.${dimension}`, selection),
    interval: intervalOf(dimension),
  });
  return {
    accuracy: judged('accuracy'),
    citation_faithfulness: judged('citation_faithfulness'),
    correct_refusal: judged('correct_refusal'),
    hallucination_on_unknown: judged('hallucination_on_unknown'),
    temporal_correctness: judged('temporal_correctness'),
  };
}

/** The values of a figure over a selection, without those that were not measured. */
export function measuredAt(columns: Columns, path: string, selection: Selection): Float64Array {
  const values = valuesAt(columns, path, selection);
  const measured = new Float64Array(values.length);
  let n = 0;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    measured[n] = value;
    n += 1;
  }
  return measured.subarray(0, n);
}

function valuesAt(columns: Columns, path: string, selection: Selection): Float64Array {
  const column = columns.values.get(path);
  if (column === undefined) return new Float64Array();
  return selection === 'all' ? column.subarray(0, columns.n) : valuesOf(column, selection);
}

function missingAt(columns: Columns, path: string, selection: Selection): number {
  const missing = columns.missing.get(path);
  if (missing === undefined || selection === 'all') return missing?.length ?? 0;
  const selected = new Set(selection);
  return missing.filter(position => selected.has(position)).length;
}

function metricNodes(node: (metric: Metric) => Summary): LegSummaries {
  return {
    recall_at_k: node('recall_at_k'),
    r_precision: node('r_precision'),
    hit_rate_at_k: node('hit_rate_at_k'),
    reciprocal_rank: node('reciprocal_rank'),
    ndcg_at_k: node('ndcg_at_k'),
    forbidden_row_rate: node('forbidden_row_rate'),
    duplicate_row_rate: node('duplicate_row_rate'),
    in_window_rate: node('in_window_rate'),
    abstention_rate: node('abstention_rate'),
  };
}
