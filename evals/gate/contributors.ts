import type { Report } from '../score/report.ts';
import { gainOf } from './band.ts';
import { reportValues, sidecarValues } from './case-values.ts';
import type { FloorCheck } from './floors.ts';
import type { Comparison } from './gate-baseline.ts';
import { type MetricPath, parseMetricPath, recordOf } from './metric-path.ts';
import type { Sidecar } from './sidecar.ts';

/** A case behind a red check, at its line of the case file. */
export type Contributor = { readonly id: string; readonly line: number };

type Weighed = Contributor & { readonly weight: number };

/**
 * The cases that weigh in a breached floor, heaviest first: by their shortfall where a mean decides, by how far they
 * lie beyond the bound where a maximum or minimum does.
 */
export function floorContributors(report: Report, check: FloorCheck): Contributor[] {
  const path = parseMetricPath(check.path.replace(/\.(?:mean|min|max)$/, ''));
  if (path === undefined || path.kind === 'count') return [];
  return heaviest(
    reportValues(report, path).map(({ id, line, value }) => {
      if (value === null) return { id, line, weight: 0 };
      return { id, line, weight: check.side === 'at_least' ? check.bound - value : value - check.bound };
    }),
  );
}

/**
 * The cases that weigh in a regression, heaviest first. With a sidecar: by their part of the change,
 * v_now/n_now − v_then/n_then; without one: by how far they lie on the bad side of the baseline's value.
 */
export function regressionContributors(
  report: Report,
  { path: text, baseline }: Comparison,
  sidecar: Sidecar | null,
): Contributor[] {
  const path = parseMetricPath(text);
  if (path === undefined) return [];
  if (path.kind === 'count') return missingCases(report, path);
  const lower = recordOf(path).better === 'lower';
  if (sidecar !== null) return byChange(report, path, sidecar, lower);
  return heaviest(
    reportValues(report, path).map(({ id, line, value }) => ({
      id,
      line,
      weight: value === null ? 0 : -gainOf(baseline, value, lower),
    })),
  );
}

function byChange(report: Report, path: MetricPath, sidecar: Sidecar, lower: boolean): Contributor[] {
  const now = reportValues(report, path);
  const then = sidecarValues(sidecar, path);
  const [nNow, nThen] = [measured(now), measured(then)];
  const before = new Map(then.map(({ id, value }) => [id, value]));
  return heaviest(
    now.map(({ id, line, value }) => {
      const was = before.get(id) ?? null;
      const change = gainOf(was === null ? 0 : was / nThen, value === null ? 0 : value / nNow, lower);
      return { id, line, weight: -change };
    }),
  );
}

function measured(values: readonly { readonly value: number | null }[]): number {
  return values.filter(({ value }) => value !== null).length;
}

/** A count falls by cases that are gone, which no report holds, and by those that came back without a figure. */
function missingCases(report: Report, path: MetricPath): Contributor[] {
  const figure = parseMetricPath(path.text.replace(/\.n$/, '')) ?? path;
  return reportValues(report, figure)
    .filter(({ value, isMissing }) => value === null && isMissing)
    .map(({ id, line }) => ({ id, line }));
}

/** Heaviest first, file order among equals; what does not weigh is left out. */
function heaviest(cases: readonly Weighed[]): Contributor[] {
  return cases
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ id, line }) => ({ id, line }));
}
