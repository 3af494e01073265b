import type { Report } from '../score/report.ts';
import { gainOf } from './band.ts';
import { type CaseValue, type ReportValue, sidecarValues, valuesByPath } from './case-values.ts';
import type { FloorCheck } from './floors.ts';
import type { Comparison } from './gate-baseline.ts';
import { type MetricPath, parseMetricPath, recordOf } from './metric-path.ts';
import type { Sidecar } from './sidecar.ts';

/** A case behind a red check, at its line of the case file. */
export type Contributor = { readonly id: string; readonly line: number };

type Weighed = Contributor & { readonly weight: number };

/** The cases behind reds, per check in the given order. */
export type Contributors = {
  readonly ofFloors: readonly (readonly Contributor[])[];
  readonly ofRegressions: readonly (readonly Contributor[])[];
};

/** All in one walk through the cases of the report. */
export function contributors(
  report: Report,
  breached: readonly FloorCheck[],
  regressed: readonly Comparison[],
  sidecar: Sidecar | null,
): Contributors {
  const paths = [...breached.map(floorPath), ...regressed.map(({ path }) => figurePath(path))];
  const asked = paths.filter(path => path !== undefined);
  const values = asked.length === 0 ? new Map<string, never[]>() : valuesByPath(report, asked);
  const valuesAt = (path: MetricPath) => values.get(path.text) ?? [];
  return {
    ofFloors: breached.map(check => floorContributors(check, valuesAt)),
    ofRegressions: regressed.map(move => regressionContributors(move, sidecar, valuesAt)),
  };
}

type ValuesAt = (path: MetricPath) => readonly ReportValue[];

function floorPath(check: FloorCheck): MetricPath | undefined {
  const path = parseMetricPath(check.path.replace(/\.(?:mean|min|max)$/, ''));
  return path?.kind === 'count' ? undefined : path;
}

/** Of a count: the figure whose cases it counts, where it is one of a figure. */
function figurePath(text: string): MetricPath | undefined {
  return parseMetricPath(text.replace(/\.n$/, '')) ?? parseMetricPath(text);
}

/**
 * The cases that weigh in a breached floor, heaviest first: by their shortfall where a mean decides, by how far they
 * lie beyond the bound where a maximum or minimum does.
 */
function floorContributors(check: FloorCheck, valuesAt: ValuesAt): Contributor[] {
  const path = floorPath(check);
  if (path === undefined) return [];
  return heaviest(
    valuesAt(path).map(({ id, line, value }) => {
      if (value === null) return { id, line, weight: 0 };
      return { id, line, weight: check.side === 'at_least' ? check.bound - value : value - check.bound };
    }),
  );
}

/**
 * The cases that weigh in a regression, heaviest first. With a sidecar: by their part of the change,
 * v_now/n_now − v_then/n_then; without one: by how far they lie on the bad side of the baseline's value.
 */
function regressionContributors(
  { path: text, baseline }: Comparison,
  sidecar: Sidecar | null,
  valuesAt: ValuesAt,
): Contributor[] {
  const path = parseMetricPath(text);
  const figure = figurePath(text);
  if (path === undefined || figure === undefined) return [];
  if (path.kind === 'count') return missingCases(valuesAt(figure));
  const lower = recordOf(path).better === 'lower';
  if (sidecar !== null) return byChange(valuesAt(path), sidecarValues(sidecar, path), lower);
  return heaviest(
    valuesAt(path).map(({ id, line, value }) => ({
      id,
      line,
      weight: value === null ? 0 : -gainOf(baseline, value, lower),
    })),
  );
}

function byChange(now: readonly ReportValue[], then: readonly CaseValue[], lower: boolean): Contributor[] {
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
function missingCases(values: readonly ReportValue[]): Contributor[] {
  return values
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
