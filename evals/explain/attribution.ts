import { compareCodePoints } from '../../core/code-points.ts';
/** What one case adds to the change of a figure. */
export type Contribution = { readonly id: string; readonly contribution: number };

export type WeighedContribution<T = unknown> = T &
  Contribution & {
    /** Of all that got worse; 0 for what got better. */
    readonly share: number;
    /** Shares of this one and those before it. */
    readonly cumulative: number;
  };

export type Attribution<T = unknown> = {
  /** Worst first, ties by id; cases without any contribution are left out. */
  readonly items: readonly WeighedContribution<T>[];
  readonly worsened: number;
  readonly bettered: number;
  /** The fewest cases that explain half of the harm, and what they explain in percent, rounded down. */
  readonly top: number;
  readonly topShare: number;
};

/** Values of a figure by case ordinal, NaN where a case has none. */
export type FigureValues = Float64Array;

/** Cases of two runs by ordinal. */
export type Pairing = {
  /** For each case of the run after: its ordinal in the run before, -1 where it joined. */
  readonly beforeOf: Int32Array;
  /** Ordinals of the run before that have no partner. */
  readonly left: readonly number[];
};

/** What a case of either side adds: `after` or `before` is its ordinal on the side that names it. */
export type Share = {
  readonly side: 'after' | 'before';
  readonly ordinal: number;
  readonly contribution: number;
};

/**
 * What each case contributes to the change of a mean: v_after/n_after − v_before/n_before, a side without a figure
 * giving 0 (scoring.md 15). They sum to the change, so that joined, left and unscored cases are seen. Cases that
 * change nothing are left out.
 */
export function contributions(
  before: FigureValues,
  after: FigureValues,
  { beforeOf, left }: Pairing,
): readonly Share[] {
  const [nBefore, nAfter] = [measured(before), measured(after)];
  const shares: Share[] = [];
  for (let ordinal = 0; ordinal < after.length; ordinal += 1) {
    const partner = beforeOf[ordinal] ?? -1;
    const contribution = part(after[ordinal], nAfter) - (partner < 0 ? 0 : part(before[partner], nBefore));
    if (contribution !== 0) shares.push({ side: 'after', ordinal, contribution });
  }
  for (const ordinal of left) {
    const contribution = -part(before[ordinal], nBefore);
    if (contribution !== 0) shares.push({ side: 'before', ordinal, contribution });
  }
  return shares;
}

/** What the cases beyond a bound add to its breach: (bound − v)/n below a floor, (v − bound)/n above a ceiling. */
export function shortfalls(
  values: FigureValues,
  bound: number,
  side: 'at_least' | 'at_most',
): readonly Share[] {
  const n = measured(values);
  const shares: Share[] = [];
  for (const [ordinal, value] of values.entries()) {
    const lack = side === 'at_least' ? bound - value : value - bound;
    if (lack > 0)
      shares.push({ side: 'after', ordinal, contribution: (side === 'at_least' ? -lack : lack) / n });
  }
  return shares;
}

/** The display order of contributions with shares (tui-cli.md, attribution.order). */
export function orderContributions<T extends Contribution>(
  all: readonly T[],
  higherIsBetter: boolean,
): Attribution<T> {
  const harmOf = ({ contribution }: Contribution): number => (higherIsBetter ? -contribution : contribution);
  const ordered = all
    .filter(({ contribution }) => contribution !== 0)
    .toSorted((a, b) => harmOf(b) - harmOf(a) || compareCodePoints(a.id, b.id));
  const worse = ordered.filter(one => harmOf(one) > 0);
  const harm = worse.reduce((sum, one) => sum + harmOf(one), 0);
  let running = 0;
  const items = ordered.map(one => {
    const own = harmOf(one);
    const share = own > 0 ? own / harm : 0;
    running += share;
    return { ...one, share, cumulative: running };
  });
  const top = items.slice(0, worse.length).findIndex(({ cumulative }) => cumulative >= 0.5) + 1;
  return {
    items,
    worsened: worse.length,
    bettered: ordered.length - worse.length,
    top,
    topShare: Math.floor((items[top - 1]?.cumulative ?? 0) * 100),
  };
}

function measured(values: FigureValues): number {
  let n = 0;
  for (const value of values) if (!Number.isNaN(value)) n += 1;
  return n;
}

function part(value: number | undefined, n: number): number {
  return value === undefined || Number.isNaN(value) ? 0 : value / n;
}
