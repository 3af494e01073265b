import { compareCodePoints } from '../../core/code-points.ts';
import type { Figure } from '../score/figure.ts';

/** What one case bears of a figure, on one side; null: it has none there. */
export type CaseFigure = { readonly id: string; readonly value: Figure };

export type Contribution = { readonly id: string; readonly contribution: number };

export type WeighedContribution = Contribution & {
  /** Of all that got worse; 0 for what got better. */
  readonly share: number;
  /** Shares of this one and those before it. */
  readonly cumulative: number;
};

export type Attribution = {
  /** Worst first, ties by id; cases without any contribution are left out. */
  readonly items: readonly WeighedContribution[];
  readonly worsened: number;
  readonly bettered: number;
  /** The fewest cases that explain half of the harm, and what they explain in percent, rounded down. */
  readonly top: number;
  readonly topShare: number;
};

/**
 * What each case contributes to the change of a mean: v_now/n_now − v_then/n_then, a side without a figure giving 0
 * (scoring.md 15). They sum to the change, so that joined, left and unscored cases are seen.
 */
export function contributions(
  then: readonly CaseFigure[],
  now: readonly CaseFigure[],
): readonly Contribution[] {
  const before = new Map(then.map(({ id, value }) => [id, value]));
  const after = new Map(now.map(({ id, value }) => [id, value]));
  const [nThen, nNow] = [measured(then), measured(now)];
  return [...new Set([...before.keys(), ...after.keys()])].map(id => ({
    id,
    contribution: part(after.get(id), nNow) - part(before.get(id), nThen),
  }));
}

/** What the cases below a floor on a mean lack, (bound − v)/n, as harm; cases beyond a bound where a side is max. */
export function shortfalls(
  now: readonly CaseFigure[],
  bound: number,
  side: 'at_least' | 'at_most',
): readonly Contribution[] {
  const n = measured(now);
  return now.flatMap(({ id, value }) => {
    if (value === null) return [];
    const lack = side === 'at_least' ? bound - value : value - bound;
    return lack > 0 ? [{ id, contribution: (side === 'at_least' ? -lack : lack) / n }] : [];
  });
}

/** The display order of contributions with shares (tui-cli.md, attribution.order). */
export function orderContributions(all: readonly Contribution[], higherIsBetter: boolean): Attribution {
  const harmOf = ({ contribution }: Contribution): number => (higherIsBetter ? -contribution : contribution);
  const ordered = all
    .filter(({ contribution }) => contribution !== 0)
    .toSorted((a, b) => harmOf(b) - harmOf(a) || compareCodePoints(a.id, b.id));
  const worse = ordered.filter(one => harmOf(one) > 0);
  const harm = worse.reduce((sum, one) => sum + harmOf(one), 0);
  let running = 0;
  const items = ordered.map(({ id, contribution }) => {
    const own = harmOf({ id, contribution });
    const share = own > 0 ? own / harm : 0;
    running += share;
    return { id, contribution, share, cumulative: running };
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

function measured(side: readonly CaseFigure[]): number {
  return side.filter(({ value }) => value !== null).length;
}

function part(value: Figure | undefined, n: number): number {
  return value === undefined || value === null ? 0 : value / n;
}
