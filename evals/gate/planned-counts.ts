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

function owedFigures(truth: CaseTruth): readonly [string, boolean][] {
  const metrics = owedMetrics(truth);
  const edges = owedEdgeMetrics(truth);
  const dimensions = owedDimensions(truth);
  return [
    ...METRICS.map((metric): [string, boolean] => [`retrieval.${metric}`, metrics[metric]]),
    ...METRICS.map((metric): [string, boolean] => [`edge_retrieval.${metric}`, edges[metric]]),
    ...DIMENSIONS.map((dimension): [string, boolean] => [`judge.${dimension}`, dimensions[dimension]]),
  ];
}

function addTo(counts: Counts, owed: readonly [string, boolean][]): void {
  counts.n_cases += 1;
  for (const [figure, isOwed] of owed) {
    if (isOwed) counts.figures.set(figure, (counts.figures.get(figure) ?? 0) + 1);
  }
}
