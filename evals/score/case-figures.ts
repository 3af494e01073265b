import { compareCodePoints } from '../../core/code-points.ts';
import { writtenForm } from '../case/reference.ts';
import { type JudgedCase, unscoredReasons } from '../judge/judged-case.ts';
import { LEGS, type Leg } from '../store/port.ts';
import type { Figure } from './figure.ts';
import { figuresByPath } from './figure-paths.ts';
import { indexTruth, type LegFigures, NO_FIGURES, scoreEdgeLeg, scoreLeg } from './leg-figures.ts';
import { caseOutcome, EDGE_SURFACE } from './outcome.ts';
import type { CaseRead, CaseTruth, EdgeRow, LegRead, Row } from './read.ts';
import type { JudgeCase, PerLeg, ReportCase } from './report.ts';

/** What a run measures: its cut, its legs in the order of LEGS, and its edge legs (none without a surface). */
export type Surface = {
  readonly k: number;
  readonly legs: readonly Leg[];
  readonly edgeLegs: readonly Leg[];
};

/** Everything that aggregates need of one case. */
export type CaseScore = {
  readonly entry: ReportCase;
  readonly judge: JudgeCase | null;
  /** By figure path: measured values, and null for what the case owes and has not. */
  readonly figures: ReadonlyMap<string, Figure>;
  readonly hasArtifactTruth: boolean;
  readonly latencyMs: number | null;
};

/**
 * Scores one case: figures per leg, outcome, reasons, ties (scoring.md 3 to 5). A leg that is absent without an
 * error is an error of the case: a torn record must not score as a retrieval that found nothing.
 * judged: absent when reader and judge did not run.
 */
export function scoreCase(
  truth: CaseTruth,
  read: CaseRead,
  surface: Surface,
  judged?: JudgedCase,
): CaseScore {
  const legs = readLegs(surface.legs, read.legs);
  const edgeLegs = truth.edges.length > 0 ? surface.edgeLegs : [];
  const edges = readLegs(edgeLegs, read.edges ?? {});
  const errors = [...new Set([...legs.errors, ...edges.errors])];
  const failed = errors.length > 0;
  const unscored = failed ? [] : reasonsUnscored(truth, read, surface, judged);
  const scored = scoreSurfaces(truth, legs.rows, edges.rows, { ...surface, edgeLegs }, failed);
  const undated = unscored.includes('no_dates');
  const metrics = undated ? mapLegs(scored.metrics, withoutWindow) : scored.metrics;
  const outcome = caseOutcome({ ...(failed ? { error: errors.join() } : {}), unscored, legs: metrics });
  const answered = failed ? undefined : judged;
  return {
    entry: {
      id: read.id,
      line: read.line,
      digest: read.digest,
      tags: [...new Set(truth.tags)].sort(compareCodePoints),
      outcome,
      reasons: failed ? errors : unscored,
      legs: mapLegs(legs.rows, rows => rows.map(({ table, key }) => writtenForm([table, key]))),
      ...(undated ? {} : outOfWindow(truth, legs.rows)),
      metrics,
      ...(edgeLegs.length === 0
        ? {}
        : { edges: mapLegs(edges.rows, rows => rows.map(({ id }) => id)), edge_metrics: scored.edgeMetrics }),
      ties: scored.ties,
      ...(read.systems === undefined ? {} : { systems: read.systems }),
    },
    judge: answered === undefined ? null : { id: read.id, ...answered },
    figures: figuresByPath(
      truth,
      { failed, metrics, edgeMetrics: scored.edgeMetrics, rows: legs.rows },
      answered,
    ),
    hasArtifactTruth: truth.artifacts.length > 0,
    latencyMs: failed ? null : (read.latencyMs ?? null),
  };
}

function readLegs<R>(
  legs: readonly Leg[],
  read: { readonly [leg in Leg]?: LegRead<R> },
): { readonly rows: PerLeg<readonly R[]>; readonly errors: readonly string[] } {
  const rows: { [leg in Leg]?: readonly R[] } = {};
  const errors: string[] = [];
  for (const leg of legs) {
    const back = read[leg];
    if (back === undefined) errors.push('leg_missing');
    else if ('error' in back) errors.push(back.error);
    else rows[leg] = back.rows;
  }
  return { rows, errors };
}

function reasonsUnscored(
  truth: CaseTruth,
  read: CaseRead,
  surface: Surface,
  judged: JudgedCase | undefined,
): string[] {
  const edgeless = truth.edges.length > 0 && surface.edgeLegs.length === 0;
  return [
    ...new Set([
      ...(edgeless ? [EDGE_SURFACE] : []),
      ...(read.unscored ?? []),
      ...(judged === undefined ? [] : unscoredReasons(judged)),
    ]),
  ];
}

type Scored = {
  readonly metrics: PerLeg<LegFigures>;
  readonly edgeMetrics: PerLeg<LegFigures>;
  readonly ties: readonly Leg[];
};

/** A failed case has no figure on any leg, so that legs compare the same cases. */
function scoreSurfaces(
  truth: CaseTruth,
  rows: PerLeg<readonly Row[]>,
  edgeRows: PerLeg<readonly EdgeRow[]>,
  surface: Surface,
  failed: boolean,
): Scored {
  if (failed) {
    return { metrics: nothing(surface.legs), edgeMetrics: nothing(surface.edgeLegs), ties: [] };
  }
  const index = indexTruth(truth);
  const legs = mapLegs(rows, list => scoreLeg(list, index, surface.k));
  return {
    metrics: mapLegs(legs, ({ figures }) => figures),
    edgeMetrics: mapLegs(edgeRows, list => scoreEdgeLeg(list, index, surface.k)),
    ties: surface.legs.filter(leg => legs[leg]?.tied === true),
  };
}

function outOfWindow(
  truth: CaseTruth,
  rows: PerLeg<readonly Row[]>,
): { readonly out_of_window?: PerLeg<readonly number[]> } {
  if (truth.since === null) return {};
  const outside: { [leg in Leg]?: readonly number[] } = {};
  for (const leg of LEGS) {
    const positions = (rows[leg] ?? []).flatMap((row, i) => (row.in_window ? [] : [i + 1]));
    if (positions.length > 0) outside[leg] = positions;
  }
  return Object.keys(outside).length === 0 ? {} : { out_of_window: outside };
}

/** Without dates the window flags say nothing. */
function withoutWindow(figures: LegFigures): LegFigures {
  return { ...figures, in_window_rate: null };
}

function nothing(legs: readonly Leg[]): PerLeg<LegFigures> {
  const none: { [leg in Leg]?: LegFigures } = {};
  for (const leg of legs) none[leg] = NO_FIGURES;
  return none;
}

function mapLegs<A, B>(legs: PerLeg<A>, change: (value: A) => B): PerLeg<B> {
  const mapped: { [leg in Leg]?: B } = {};
  for (const leg of LEGS) {
    const value = legs[leg];
    if (value !== undefined) mapped[leg] = change(value);
  }
  return mapped;
}
