import { type JudgedCase, judgedFigures } from '../judge/judged-case.ts';
import { LEGS, type Leg } from '../store/port.ts';
import type { Figure } from './figure.ts';
import type { LegFigures } from './leg-figures.ts';
import { owedDimensions, owedEdgeMetrics, owedMetrics } from './owed.ts';
import type { CaseTruth, Row } from './read.ts';
import { DIMENSIONS, type Dimension, METRICS, type Metric } from './registry.ts';
import type { PerLeg } from './report.ts';

export type FigureSurface = 'retrieval' | 'edge_retrieval';

export function legPath(surface: FigureSurface, leg: Leg, metric: Metric): string {
  return `${surface}.${leg}.${metric}`;
}

/** The paths of a surface's legs in the order of METRICS, joined once for all cases. */
const LEG_PATHS = { retrieval: pathsOf('retrieval'), edge_retrieval: pathsOf('edge_retrieval') };

function pathsOf(surface: FigureSurface): ReadonlyMap<Leg, readonly (readonly [Metric, string])[]> {
  return new Map(
    LEGS.map(leg => [leg, METRICS.map(metric => [metric, legPath(surface, leg, metric)] as const)]),
  );
}

type Measured = {
  readonly failed: boolean;
  readonly metrics: PerLeg<LegFigures>;
  readonly edgeMetrics: PerLeg<LegFigures>;
  readonly rows: PerLeg<readonly Row[]>;
};

/** Measured values by path, and null for what the case owes and has not. */
export function figuresByPath(
  truth: CaseTruth,
  measured: Measured,
  judged: JudgedCase | undefined,
): ReadonlyMap<string, Figure> {
  const figures = new Map<string, Figure>();
  const owed = owedMetrics(truth);
  addLegs(figures, 'retrieval', measured.metrics, (metric, leg) => {
    // A measured empty list has no window share and owes none.
    const isEmpty = metric === 'in_window_rate' && !measured.failed && measured.rows[leg]?.length === 0;
    return !isEmpty && owed[metric];
  });
  if (truth.edges.length > 0) {
    const owedEdges = owedEdgeMetrics(truth);
    addLegs(figures, 'edge_retrieval', measured.edgeMetrics, metric => owedEdges[metric]);
  }
  addJudged(figures, truth, measured.failed, judged);
  return figures;
}

function addLegs(
  figures: Map<string, Figure>,
  surface: FigureSurface,
  legs: PerLeg<LegFigures>,
  owed: (metric: Metric, leg: Leg) => boolean,
): void {
  for (const [leg, paths] of LEG_PATHS[surface]) {
    const values = legs[leg];
    if (values === undefined) continue;
    for (const [metric, path] of paths) {
      const value = values[metric];
      if (value !== null || owed(metric, leg)) figures.set(path, value);
    }
  }
}

function addJudged(
  figures: Map<string, Figure>,
  truth: CaseTruth,
  failed: boolean,
  judged: JudgedCase | undefined,
): void {
  const values = judged === undefined ? undefined : judgedFigures(judged);
  const owed = failed ? owedDimensions(truth) : undefined;
  const asked = new Set<Dimension>(judged?.verdicts.flatMap(({ dimension }) => figuresOf(dimension)));
  for (const dimension of DIMENSIONS) {
    const isOwed = asked.has(dimension) || owed?.[dimension] === true;
    if (isOwed) figures.set(`judge.${dimension}`, values?.[dimension] ?? null);
  }
}

function figuresOf(dimension: JudgedCase['verdicts'][number]['dimension']): Dimension[] {
  return dimension === 'abstention' ? ['correct_refusal', 'hallucination_on_unknown'] : [dimension];
}
