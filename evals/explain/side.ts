import type { WrittenReference } from '../case/types.ts';
import { reportValues, sidecarValues } from '../gate/case-values.ts';
import { parseMetricPath } from '../gate/metric-path.ts';
import type { Sidecar } from '../gate/sidecar.ts';
import type { LegFigures } from '../score/leg-figures.ts';
import type { Outcome } from '../score/outcome.ts';
import type { PerLeg, ReportDocument } from '../score/report.ts';
import { LEGS, type Leg } from '../store/port.ts';
import type { CaseFigure } from './attribution.ts';
import type { Rankings } from './lost.ts';

export type SideCase = {
  readonly id: string;
  readonly tags: readonly string[];
  readonly outcome: Outcome;
  readonly rankings: Rankings;
  readonly metrics: PerLeg<LegFigures>;
};

/** One of two runs: what its cases bear of a figure, and what each returned. */
export type Side = {
  /** In file order; empty for a path that has no per-case figures. */
  readonly values: (path: string) => readonly CaseFigure[];
  readonly one: (id: string) => SideCase | undefined;
  readonly cases: readonly SideCase[];
};

export function reportSide(report: ReportDocument): Side {
  const cases = report.cases.map(
    (one): SideCase => ({
      id: one.id,
      tags: one.tags,
      outcome: one.outcome,
      rankings: rankingsOf(leg => one.legs[leg]),
      metrics: one.metrics,
    }),
  );
  return sideOf(cases, path => {
    const parsed = parseMetricPath(path);
    return parsed === undefined ? [] : reportValues(report, parsed);
  });
}

/** The sidecar of a baseline stands for the run that it was taken from. */
export function sidecarSide(sidecar: Sidecar): Side {
  const cases = sidecar.cases.map(
    (one): SideCase => ({
      id: one.id,
      tags: one.tags,
      outcome: one.outcome,
      rankings: rankingsOf(leg => one.legs[leg]?.rows),
      metrics: metricsOf(leg => one.legs[leg]?.metrics),
    }),
  );
  return sideOf(cases, path => {
    const parsed = parseMetricPath(path);
    return parsed === undefined ? [] : sidecarValues(sidecar, parsed);
  });
}

/** A row as people read it; keys that hold `#` are not told apart, which only a reader would notice. */
export function referenceText(reference: WrittenReference): string {
  return typeof reference === 'string' ? reference : reference.join('#');
}

function sideOf(cases: readonly SideCase[], values: Side['values']): Side {
  const byId = new Map(cases.map(one => [one.id, one]));
  return { cases, values, one: id => byId.get(id) };
}

function rankingsOf(rows: (leg: Leg) => readonly WrittenReference[] | undefined): Rankings {
  const rankings: { [leg in Leg]?: readonly string[] } = {};
  for (const leg of LEGS) {
    const found = rows(leg);
    if (found !== undefined) rankings[leg] = found.map(referenceText);
  }
  return rankings;
}

function metricsOf(figures: (leg: Leg) => LegFigures | undefined): PerLeg<LegFigures> {
  const metrics: { [leg in Leg]?: LegFigures } = {};
  for (const leg of LEGS) {
    const found = figures(leg);
    if (found !== undefined) metrics[leg] = found;
  }
  return metrics;
}
