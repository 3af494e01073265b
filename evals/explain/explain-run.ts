import type { FloorCheck } from '../gate/floors.ts';
import type { Comparison } from '../gate/gate-baseline.ts';
import { parseMetricPath, recordOf } from '../gate/metric-path.ts';
import {
  type Attribution,
  contributions,
  type FigureValues,
  orderContributions,
  type Pairing,
  type Share,
  shortfalls,
} from './attribution.ts';
import { type Blame, CASE_BLAMES, ROW_BLAMES } from './blame.ts';
import { type Concentration, concentrations } from './concentration.ts';
import { explainCount } from './explain-count.ts';
import { type CaseTruth, type FoundRow, foundRows } from './found.ts';
import { changeHeadline, floorHeadline } from './headline.ts';
import { type LostRow, lostRows } from './lost.ts';
import { pairCases, type Side, type SideCase } from './side.ts';

type Named = Share & { readonly id: string };
type Counts = Omit<Attribution, 'items'>;

/** One case behind a figure. */
export type ExplainedCase = Attribution<Named>['items'][number] & {
  readonly blame: Blame | null;
  /** Relevant rows that the figure's leg lost or has further down. */
  readonly rows: readonly LostRow[];
  /** Rows that it counts, and rows that came anew. */
  readonly found: readonly FoundRow[];
};

/** Why one figure stands where it stands (scoring.md 15). */
export type ExplainedFigure = {
  readonly path: string;
  readonly kind: 'baseline' | 'floor';
  readonly red: boolean;
  readonly headline: string;
  readonly attribution: Counts;
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
  /** Of a case of the run after. */
  readonly truth: (ordinal: number) => CaseTruth;
  /** Only figures of these paths; absent: the red ones, or the one that came nearest to its fall. */
  readonly paths?: readonly string[];
};

/** Rows of as many cases are read, worst first: a run may have 200,000. */
const LOOKED_AT = 1000;

/** Red figures of the baseline, then breached floors, then what held and was asked for. */
export function explainRun(asked: ExplainInput): readonly ExplainedFigure[] {
  const input = remembering(asked);
  const { paths, before, after } = input;
  const pairing = before === null ? null : pairCases(before, after);
  const means = input.comparisons.filter(({ path }) => isMean(path));
  const red = input.comparisons.filter(({ outcome }) => outcome === 'regressed');
  const breached = input.floors.filter(check => !check.holds);
  const held = means
    .filter(({ outcome }) => outcome !== 'regressed')
    .toSorted((a, b) => margin(a) - margin(b));
  const nearest = red.length + breached.length > 0 ? [] : held.slice(0, 1);
  const wanted = (path: string): boolean => paths === undefined || paths.includes(path);
  return [
    ...red
      .filter(one => wanted(one.path))
      .map(one => (isMean(one.path) ? explainChange : explainCount)(one, input, pairing)),
    ...breached.filter(one => wanted(one.path)).map(check => explainFloor(check, input)),
    ...(paths === undefined ? nearest : held.filter(one => wanted(one.path))).map(one =>
      explainChange(one, input, pairing),
    ),
  ];
}

/** The worst cases of one figure are mostly those of the others. */
function remembering(input: ExplainInput): ExplainInput {
  const { after, before } = input;
  return {
    ...input,
    after: { ...after, one: remembered(after.one) },
    before: before === null ? null : { ...before, one: remembered(before.one) },
    truth: remembered(input.truth),
  };
}

function remembered<T>(read: (ordinal: number) => T): (ordinal: number) => T {
  const kept = new Map<number, T>();
  return ordinal => {
    const known = kept.get(ordinal);
    if (known !== undefined) return known;
    const value = read(ordinal);
    if (kept.size < 2 * LOOKED_AT) kept.set(ordinal, value);
    return value;
  };
}

function isMean(path: string): boolean {
  return parseMetricPath(path)?.kind === 'mean';
}

/** Bands between a figure and its fall. */
function margin({ path, current, baseline, band }: Comparison): number {
  const gain = isLowerBetter(path) ? baseline - current : current - baseline;
  return band === 0 ? gain : gain / band;
}

function explainChange(
  comparison: Comparison,
  input: ExplainInput,
  pairing: Pairing | null,
): ExplainedFigure {
  const { path, baseline, current, band } = comparison;
  const { after, before } = input;
  const lower = isLowerBetter(path);
  const values = after.values(path);
  const earlier = before?.values(path);
  const shares =
    earlier === undefined || pairing === null
      ? // Without a run to compare with: how far each case lies on the bad side of the baseline's value.
        shortfalls(values, baseline, lower ? 'at_most' : 'at_least')
      : contributions(earlier, values, pairing);
  const attribution = orderContributions(named(shares, input), !lower);
  const told = tell(attribution, input, pairing, path, values);
  const headline = changeHeadline(
    { path, before: baseline, after: current, band },
    attribution,
    measuredCount(values),
    told.blames[0],
    told.tags[0],
  );
  const carried = earlier === undefined ? null : meanOf(earlier);
  return {
    path,
    kind: 'baseline',
    red: comparison.outcome === 'regressed',
    headline,
    carried: carried === null ? null : carried - baseline,
    ...told,
  };
}

function explainFloor(check: FloorCheck, input: ExplainInput): ExplainedFigure {
  const path = check.path.replace(/\.(?:mean|min|max)$/, '');
  const values = input.after.values(path);
  const shares = named(shortfalls(values, check.bound, check.side), input);
  const pairing = input.before === null ? null : pairCases(input.before, input.after);
  return {
    path: check.path,
    kind: 'floor',
    red: !check.holds,
    headline: floorHeadline(check.path, check.measured, check.bound, check.side),
    carried: null,
    ...tell(orderContributions(shares, check.side === 'at_least'), input, pairing, path, values),
  };
}

type Told = Pick<ExplainedFigure, 'attribution' | 'cases' | 'tags' | 'blames'>;

function tell(
  { items, ...counts }: Attribution<Named>,
  input: ExplainInput,
  pairing: Pairing | null,
  path: string,
  values: FigureValues,
): Told {
  const leg = parseMetricPath(path)?.leg ?? 'hybrid';
  const cases = items.map((item, place): ExplainedCase => {
    const partner = item.side === 'after' ? (pairing?.beforeOf[item.ordinal] ?? -1) : -1;
    if (item.share === 0 || item.side === 'before' || place >= LOOKED_AT)
      return { ...item, rows: [], found: [], blame: null };
    const after = input.after.one(item.ordinal);
    const before = partner < 0 ? undefined : input.before?.one(partner);
    const truth = input.truth(item.ordinal);
    const rows = before === undefined ? [] : lostRows(before.rankings, after.rankings, truth.relevant, leg);
    const found = foundRows(before?.rankings ?? null, after, truth, leg);
    return { ...item, rows, found, blame: blameCase(rows, after, path) };
  });
  return {
    attribution: counts,
    cases,
    tags: concentrations(members(items, input, values)),
    blames: countBlames(cases),
  };
}

/** The cases that a figure is about, those that left included where that made it worse. */
function* members(
  items: Attribution<Named>['items'],
  { after, before }: ExplainInput,
  values: FigureValues,
): Generator<{ readonly tags: readonly string[]; readonly corpus: string | null; readonly worse: boolean }> {
  const worse = new Set<number>();
  for (const item of items) {
    if (item.share === 0) continue;
    if (item.side === 'after') worse.add(item.ordinal);
    else yield { tags: before?.tagsOf(item.ordinal) ?? [], corpus: null, worse: true };
  }
  for (const [ordinal, value] of values.entries()) {
    const isWorse = worse.has(ordinal);
    if (isWorse || !Number.isNaN(value)) {
      yield { tags: after.tagsOf(ordinal), corpus: after.corpusOf(ordinal), worse: isWorse };
    }
  }
}

/** What is wrong with the case itself, what its figure counts, else the blame of most of its rows. */
function blameCase(rows: readonly LostRow[], { outcome }: SideCase, path: string): Blame | null {
  if (outcome === 'error' || outcome === 'unscored') return outcome;
  const counted = OTHER_BLAMES.find(([metric]) => path.includes(metric))?.[1];
  return counted ?? countRows(rows)[0]?.[0] ?? null;
}

const OTHER_BLAMES: readonly (readonly [metric: string, blame: Blame])[] = [
  ['forbidden_row_rate', 'forbidden'],
  ['duplicate_row_rate', 'duplicate'],
  ['in_window_rate', 'window'],
  ['abstention_rate', 'abstention'],
];

type Counted = readonly (readonly [Blame, number])[];

function countRows(rows: readonly LostRow[]): Counted {
  const lost = rows.filter(row => row.kind === 'lost');
  return countUp((lost.length > 0 ? lost : rows).map(row => row.blame));
}

/** Rows where cases lost any, else cases by what is wrong with them. */
function countBlames(cases: readonly ExplainedCase[]): Counted {
  const worse = cases.filter(one => one.share > 0);
  const lost = worse.flatMap(one => one.rows.filter(row => row.kind === 'lost').map(row => row.blame));
  return countUp(lost.length > 0 ? lost : worse.flatMap(one => one.blame ?? []));
}

const BLAMES: readonly Blame[] = [...ROW_BLAMES, ...CASE_BLAMES];

function countUp(blames: readonly Blame[]): Counted {
  const counts = new Map<Blame, number>();
  for (const blame of blames) counts.set(blame, (counts.get(blame) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || BLAMES.indexOf(a) - BLAMES.indexOf(b));
}

function named(shares: readonly Share[], { after, before }: ExplainInput): readonly Named[] {
  return shares.map(share => ({
    ...share,
    id: share.side === 'after' ? after.idOf(share.ordinal) : (before?.idOf(share.ordinal) ?? ''),
  }));
}

function isLowerBetter(path: string): boolean {
  const parsed = parseMetricPath(path);
  return parsed !== undefined && recordOf(parsed).better === 'lower';
}

function measuredCount(values: FigureValues): number {
  let n = 0;
  for (const value of values) if (!Number.isNaN(value)) n += 1;
  return n;
}

function meanOf(values: FigureValues): number | null {
  let [sum, n] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    n += 1;
  }
  return n === 0 ? null : sum / n;
}
