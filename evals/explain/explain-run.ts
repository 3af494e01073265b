import type { FloorCheck } from '../gate/floors.ts';
import type { Comparison } from '../gate/gate-baseline.ts';
import { parseMetricPath, recordOf } from '../gate/metric-path.ts';
import {
  type Attribution,
  type Contribution,
  contributions,
  orderContributions,
  shortfalls,
} from './attribution.ts';
import { type Blame, CASE_BLAMES, ROW_BLAMES } from './blame.ts';
import { type Concentration, concentrations } from './concentration.ts';
import { changeHeadline, floorHeadline } from './headline.ts';
import { type LostRow, lostRows } from './lost.ts';
import type { Side, SideCase } from './side.ts';

/** One case behind a figure. */
export type ExplainedCase = Attribution['items'][number] & {
  readonly blame: Blame | null;
  readonly rows: readonly LostRow[];
};

/** Why one figure stands where it stands (scoring.md 15). */
export type ExplainedFigure = {
  readonly path: string;
  readonly kind: 'baseline' | 'floor';
  readonly red: boolean;
  readonly headline: string;
  readonly attribution: Omit<Attribution, 'items'>;
  /** Worst first. */
  readonly cases: readonly ExplainedCase[];
  /** What the entry carries beyond the sidecar; null where there is no sidecar. */
  readonly carried: number | null;
  readonly tags: readonly Concentration[];
  /** How many relevant rows, or cases, each blame took; most first. */
  readonly blames: readonly (readonly [blame: Blame, count: number])[];
};

export type ExplainInput = {
  readonly after: Side;
  /** The compared run; null: this run alone is looked at. */
  readonly before: Side | null;
  readonly comparisons: readonly Comparison[];
  readonly floors: readonly FloorCheck[];
  /** Relevant rows of a case. */
  readonly relevant: (id: string) => readonly string[];
  /** Only figures of these paths; absent: all. */
  readonly paths?: readonly string[];
};

/** Red figures first, those of the baseline before floors; then what held, by how little it did. */
export function explainRun(input: ExplainInput): readonly ExplainedFigure[] {
  const wanted = (path: string): boolean => input.paths === undefined || input.paths.includes(path);
  const means = input.comparisons.filter(
    ({ path }) => wanted(path) && parseMetricPath(path)?.kind === 'mean',
  );
  const red = means.filter(({ outcome }) => outcome === 'regressed');
  const held = means
    .filter(({ outcome }) => outcome !== 'regressed')
    .toSorted((a, b) => margin(a) - margin(b));
  const breached = input.floors.filter(check => !check.holds && wanted(check.path));
  return [
    ...red.map(one => explainChange(one, input)),
    ...breached.map(check => explainFloor(check, input)),
    ...held.map(one => explainChange(one, input)),
  ];
}

/** Bands between a figure and its fall. */
function margin({ path, current, baseline, band }: Comparison): number {
  const gain = isLowerBetter(path) ? baseline - current : current - baseline;
  return band === 0 ? gain : gain / band;
}

function explainChange(comparison: Comparison, input: ExplainInput): ExplainedFigure {
  const { path, baseline, current, band } = comparison;
  const { after: now, before: then } = input;
  const lower = isLowerBetter(path);
  const values = then === null ? [] : then.values(path);
  const all = then === null ? lacking(now, path, baseline, lower) : contributions(values, now.values(path));
  const attribution = orderContributions(all, !lower);
  const cases = explainCases(attribution, input, path);
  const worse = worsened(attribution);
  const tags = concentrations(measuredCases(now, path), worse);
  const blames = countBlames(cases);
  const measured = values.flatMap(({ value }) => (value === null ? [] : [value]));
  return {
    path,
    kind: 'baseline',
    red: comparison.outcome === 'regressed',
    headline: changeHeadline(
      { path, before: baseline, after: current, band },
      attribution,
      now.values(path).length,
      blames[0],
      tags[0],
    ),
    attribution: countsOf(attribution),
    cases,
    carried: then === null || measured.length === 0 ? null : mean(measured) - baseline,
    tags,
    blames,
  };
}

function explainFloor(check: FloorCheck, input: ExplainInput): ExplainedFigure {
  const path = check.path.replace(/\.(?:mean|min|max)$/, '');
  const values = input.after.values(path);
  const attribution = orderContributions(
    shortfalls(values, check.bound, check.side),
    check.side === 'at_least',
  );
  const cases = explainCases(attribution, input, path);
  return {
    path: check.path,
    kind: 'floor',
    red: !check.holds,
    headline: floorHeadline(check.path, check.measured, check.bound, check.side),
    attribution: countsOf(attribution),
    cases,
    carried: null,
    tags: concentrations(measuredCases(input.after, path), worsened(attribution)),
    blames: countBlames(cases),
  };
}

/** The cases that a figure is about: of a slice, its own. */
function measuredCases(now: Side, path: string): readonly SideCase[] {
  return now.values(path).flatMap(({ id }) => now.one(id) ?? []);
}

/** Without a run to compare with: how far each case lies on the bad side of the baseline's value. */
function lacking(now: Side, path: string, baseline: number, lower: boolean): readonly Contribution[] {
  return shortfalls(now.values(path), baseline, lower ? 'at_most' : 'at_least');
}

function explainCases(
  attribution: Attribution,
  { after: now, before: then, relevant }: ExplainInput,
  path: string,
): readonly ExplainedCase[] {
  const leg = parseMetricPath(path)?.leg ?? 'hybrid';
  return attribution.items.map(item => {
    const after = now.one(item.id);
    const before = then?.one(item.id);
    const rows =
      after === undefined || before === undefined
        ? []
        : lostRows(before.rankings, after.rankings, relevant(item.id), leg);
    const isWorse = item.share > 0;
    return { ...item, rows, blame: isWorse ? blameCase(rows, after, path) : null };
  });
}

/** The blame of most of its rows; without any, what else is wrong with the case. */
function blameCase(rows: readonly LostRow[], after: SideCase | undefined, path: string): Blame | null {
  const [most] = countRows(rows);
  if (after?.outcome === 'error' || after?.outcome === 'unscored') return after.outcome;
  const other = OTHER_BLAMES.find(([metric]) => path.includes(metric))?.[1];
  return other ?? most?.[0] ?? null;
}

const OTHER_BLAMES: readonly (readonly [metric: string, blame: Blame])[] = [
  ['forbidden_row_rate', 'forbidden'],
  ['duplicate_row_rate', 'duplicate'],
  ['in_window_rate', 'window'],
  ['abstention_rate', 'abstention'],
];

function countRows(rows: readonly LostRow[]): readonly (readonly [Blame, number])[] {
  const lost = rows.filter(row => row.kind === 'lost');
  return counted((lost.length > 0 ? lost : rows).map(row => row.blame));
}

/** Rows where cases lost any, else cases by what is wrong with them. */
function countBlames(cases: readonly ExplainedCase[]): readonly (readonly [Blame, number])[] {
  const worse = cases.filter(one => one.share > 0);
  const lost = worse.flatMap(one => one.rows.filter(row => row.kind === 'lost').map(row => row.blame));
  if (lost.length > 0) return counted(lost);
  return counted(worse.flatMap(one => one.blame ?? []));
}

const BLAMES: readonly Blame[] = [...ROW_BLAMES, ...CASE_BLAMES];

function counted(blames: readonly Blame[]): readonly (readonly [Blame, number])[] {
  const counts = new Map<Blame, number>();
  for (const blame of blames) counts.set(blame, (counts.get(blame) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || BLAMES.indexOf(a) - BLAMES.indexOf(b));
}

function worsened(attribution: Attribution): ReadonlySet<string> {
  return new Set(attribution.items.filter(({ share }) => share > 0).map(({ id }) => id));
}

function countsOf({ worsened: worse, bettered, top, topShare }: Attribution): Omit<Attribution, 'items'> {
  return { worsened: worse, bettered, top, topShare };
}

function isLowerBetter(path: string): boolean {
  const parsed = parseMetricPath(path);
  return parsed !== undefined && recordOf(parsed).better === 'lower';
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
