import { judgedFigures } from '../judge/judged-case.ts';
import type { Figure } from '../score/figure.ts';
import { METRICS, type Metric } from '../score/registry.ts';
import type { Report } from '../score/report.ts';
import type { MetricPath } from './metric-path.ts';
import type { Sidecar, SidecarCase } from './sidecar.ts';

/** What each case of a report, or of a sidecar, bears of the figure that a path names. */
export type CaseValue = { readonly id: string; readonly value: Figure };

export type ReportValue = CaseValue & { readonly line: number; readonly isMissing: boolean };

/** In file order, the cases of the path's slice alone; empty for figures that have no per-case value. */
export function reportValues(report: Report, path: MetricPath): readonly ReportValue[] {
  return valuesByPath(report, [path]).get(path.text) ?? [];
}

/** The same for several paths, by their texts, in one walk through the report: a large one is read from its journal. */
export function valuesByPath(
  report: Report,
  paths: readonly MetricPath[],
): ReadonlyMap<string, readonly ReportValue[]> {
  const judged = new Map<string, ReturnType<typeof judgedFigures>>();
  if (paths.some(({ source }) => source === 'judge')) {
    for (const one of report.judge?.cases ?? []) judged.set(one.id, judgedFigures(one));
  }
  const distinct = new Map(paths.map(path => [path.text, path]));
  const values = new Map<string, ReportValue[]>(paths.map(({ text }) => [text, []]));
  for (const { id, line, outcome, tags, metrics, edge_metrics } of report.cases) {
    const isMissing = outcome === 'error' || outcome === 'unscored';
    for (const path of distinct.values()) {
      if (path.tag !== null && !tags.includes(path.tag)) continue;
      const surface = path.source === 'edge_retrieval' ? edge_metrics : metrics;
      const legs = path.leg === null ? undefined : surface?.[path.leg];
      values.get(path.text)?.push({ id, line, value: figureOf(path, legs, judged.get(id)), isMissing });
    }
  }
  return values;
}

export function sidecarValues(sidecar: Sidecar, path: MetricPath): CaseValue[] {
  return sidecar.cases
    .filter(({ tags }) => path.tag === null || tags.includes(path.tag))
    .map(one => ({ id: one.id, value: sidecarValue(one, path) }));
}

export function sidecarValue(one: SidecarCase, path: MetricPath): Figure {
  const surface = path.source === 'edge_retrieval' ? one.edges : one.legs;
  const legs = path.leg === null ? undefined : surface?.[path.leg]?.metrics;
  const judged = one.judged === undefined ? undefined : judgedFigures({ answer: null, verdicts: one.judged });
  return figureOf(path, legs, judged);
}

function figureOf(
  { source, name }: MetricPath,
  legs: { readonly [metric in Metric]: Figure } | undefined,
  judged: ReturnType<typeof judgedFigures> | undefined,
): Figure {
  if (source === 'judge') return judged === undefined || !isDimension(name, judged) ? null : judged[name];
  return legs !== undefined && isMetric(name) ? legs[name] : null;
}

function isMetric(name: string): name is Metric {
  return METRICS.some(metric => metric === name);
}

function isDimension<T extends object>(name: PropertyKey, figures: T): name is keyof T {
  return Object.hasOwn(figures, name);
}
