import { owedDimensions, owedEdgeMetrics, owedMetrics } from '../score/owed.ts';
import type { CaseTruth } from '../score/read.ts';
import { DIMENSIONS, METRICS } from '../score/registry.ts';
import { LEGS, type Leg } from '../store/port.ts';
import type { MetricPath } from './metric-path.ts';

/** What a count will be, or will be at most. */
export type Planned = { readonly kind: 'exact' | 'max'; readonly n: number };

export type PlannedCounts = {
  readonly legs: readonly Leg[];
  readonly edgeLegs: readonly Leg[];
  readonly all: Counts;
  readonly tags: ReadonlyMap<string, Counts>;
};

type Counts = { n_cases: number; readonly figures: Map<string, number> };

/** Sample counts from case truth alone, before anything runs (scoring.md 9). */
export function planCounts(
  truths: Iterable<CaseTruth>,
  surface: { readonly legs: readonly Leg[]; readonly edgeLegs: readonly Leg[] } = {
    legs: LEGS,
    edgeLegs: [],
  },
): PlannedCounts {
  const all: Counts = { n_cases: 0, figures: new Map() };
  const tags = new Map<string, Counts>();
  for (const truth of truths) {
    const owed = owedFigures(truth);
    addTo(all, owed);
    for (const tag of new Set(truth.tags)) {
      const counts = tags.get(tag) ?? { n_cases: 0, figures: new Map() };
      tags.set(tag, counts);
      addTo(counts, owed);
    }
  }
  return { ...surface, all, tags };
}

/** The planned sample count of a path; an unknown tag, a leg or a surface that the run has not: 0. */
export function plannedAt(planned: PlannedCounts, path: MetricPath): Planned {
  return { kind: isThinnedByTheRun(path) ? 'max' : 'exact', n: countOf(planned, path) };
}

/** Empty lists, answers and failures take cases away from these. */
function isThinnedByTheRun({ name, source }: MetricPath): boolean {
  return name === 'in_window_rate' || name === 'latency_ms' || source === 'judge';
}

function countOf(planned: PlannedCounts, path: MetricPath): number {
  const counts = path.tag === null ? planned.all : planned.tags.get(path.tag);
  if (counts === undefined) return 0;
  if (path.source === 'run') return counts.n_cases;
  const legs = path.source === 'edge_retrieval' ? planned.edgeLegs : planned.legs;
  if (path.leg !== null && !legs.includes(path.leg)) return 0;
  return counts.figures.get(`${path.source}.${path.name}`) ?? 0;
}

// Joined once for all cases.
const RETRIEVAL = METRICS.map(metric => [metric, `retrieval.${metric}`] as const);
const EDGE_RETRIEVAL = METRICS.map(metric => [metric, `edge_retrieval.${metric}`] as const);
const JUDGE = DIMENSIONS.map(dimension => [dimension, `judge.${dimension}`] as const);

function owedFigures(truth: CaseTruth): readonly string[] {
  const owed: string[] = [];
  const metrics = owedMetrics(truth);
  for (const [metric, figure] of RETRIEVAL) if (metrics[metric]) owed.push(figure);
  const edges = owedEdgeMetrics(truth);
  for (const [metric, figure] of EDGE_RETRIEVAL) if (edges[metric]) owed.push(figure);
  const dimensions = owedDimensions(truth);
  for (const [dimension, figure] of JUDGE) if (dimensions[dimension]) owed.push(figure);
  return owed;
}

function addTo(counts: Counts, owed: readonly string[]): void {
  counts.n_cases += 1;
  for (const figure of owed) counts.figures.set(figure, (counts.figures.get(figure) ?? 0) + 1);
}
