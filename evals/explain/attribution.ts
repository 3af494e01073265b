import { compareCodePoints } from '../../core/code-points.ts';
import { orderOf } from '../run-store/order.ts';

/** Values of a figure by case ordinal, NaN where a case has none. Cheap in case order. */
export type FigureValues = { readonly length: number; readonly at: (ordinal: number) => number };

/** Cases of two runs by ordinal. */
export type Pairing = {
  /** For each case of the run after: its ordinal in the run before, -1 where it joined. */
  readonly beforeOf: Int32Array;
  /** Ordinals of the run before that have no partner. */
  readonly left: readonly number[];
};

/**
 * What cases add to the change of a figure, those that change nothing left out: a run may have 200,000, so that there
 * is no object for each. slots: the ordinal of a case of the run after; from `after` on, `after` plus the place of a
 * case of the run before in `Pairing.left`. Ascending.
 */
export type Parts = { readonly slots: Uint32Array; readonly amounts: Float64Array; readonly after: number };

/** How a figure's harm is spread. */
export type Attribution = {
  readonly worsened: number;
  readonly bettered: number;
  /** The fewest cases that explain half of the harm, and what they explain in percent, rounded down. */
  readonly top: number;
  readonly topShare: number;
};

/**
 * What each case contributes to the change of a mean: v_after/n_after − v_before/n_before, a side without a figure
 * giving 0 (scoring.md 15). They sum to the change, so that joined, left and unscored cases are seen.
 */
export function contributions(before: FigureValues, after: FigureValues, { beforeOf, left }: Pairing): Parts {
  const [nBefore, nAfter] = [measuredCount(before), measuredCount(after)];
  return partsOf(after.length, left.length, slot => {
    if (slot >= after.length) return -part(before.at(left[slot - after.length] ?? -1), nBefore);
    const partner = beforeOf[slot] ?? -1;
    return part(after.at(slot), nAfter) - (partner < 0 ? 0 : part(before.at(partner), nBefore));
  });
}

/** What the cases beyond a bound add to its breach: (bound − v)/n below a floor, (v − bound)/n above a ceiling. */
export function shortfalls(values: FigureValues, bound: number, side: 'at_least' | 'at_most'): Parts {
  const n = measuredCount(values);
  return partsOf(values.length, 0, slot => {
    const value = values.at(slot);
    const lack = side === 'at_least' ? bound - value : value - bound;
    if (!(lack > 0)) return 0;
    return (side === 'at_least' ? -lack : lack) / n;
  });
}

/** Room at first: most cases change nothing. */
const FIRST_PARTS = 1 << 10;

/** Parts of the slots that an amount is not 0 of. */
export function partsOf(after: number, left: number, amountOf: (slot: number) => number): Parts {
  let slots = new Uint32Array(FIRST_PARTS);
  let amounts = new Float64Array(FIRST_PARTS);
  let length = 0;
  for (let slot = 0; slot < after + left; slot += 1) {
    const amount = amountOf(slot);
    if (amount === 0) continue;
    if (length === slots.length) {
      const [held, sums] = [slots, amounts];
      slots = new Uint32Array(length * 2);
      amounts = new Float64Array(length * 2);
      slots.set(held);
      amounts.set(sums);
    }
    slots[length] = slot;
    amounts[length] = amount;
    length += 1;
  }
  return { slots: slots.slice(0, length), amounts: amounts.slice(0, length), after };
}

export function attributionOf({ amounts }: Parts, higherIsBetter: boolean): Attribution {
  const harms = harmsOf(amounts, higherIsBetter);
  const harm = harms.reduce((sum, own) => sum + own, 0);
  let running = 0;
  let top = 0;
  for (let i = 0; i < harms.length && top === 0; i += 1) {
    running += (harms[i] ?? 0) / harm;
    if (running >= 0.5) top = i + 1;
  }
  return {
    worsened: harms.length,
    bettered: amounts.length - harms.length,
    top,
    topShare: top === 0 ? 0 : Math.floor(running * 100),
  };
}

/** The harms alone, the largest first. */
function harmsOf(amounts: Float64Array, higherIsBetter: boolean): Float64Array {
  const worse = amounts.filter(amount => (higherIsBetter ? amount < 0 : amount > 0));
  // Ascending amounts are descending harms where higher is better.
  worse.sort();
  return higherIsBetter ? worse.map(amount => -amount) : worse.reverse();
}

/** Parts in display order (tui-cli.md, attribution.order): worst first, ties by id. */
export type WorstFirst = {
  /** Index into the parts of what stands at a place. */
  readonly at: (place: number) => number;
  /** Of all that got worse; 0 for what got better. */
  readonly share: (place: number) => number;
  /** Shares of this one and those before it. */
  readonly cumulative: (place: number) => number;
};

/** Equal parts are put in the order of their ids when one of them is looked at, for most never are. */
export function worstFirst(
  { amounts }: Parts,
  higherIsBetter: boolean,
  idOf: (index: number) => string,
): WorstFirst {
  const order = orderOf(amounts, !higherIsBetter);
  const harm = harmsOf(amounts, higherIsBetter).reduce((sum, own) => sum + own, 0);
  const share = (place: number): number => {
    const amount = amounts[order[place] ?? -1] ?? 0;
    const own = higherIsBetter ? -amount : amount;
    return own > 0 ? own / harm : 0;
  };
  const running = new Float64Array(order.length);
  for (let place = 0, sum = 0; place < order.length; place += 1) {
    sum += share(place);
    running[place] = sum;
  }
  const sorted = new Set<number>();
  const sortTies = (place: number): void => {
    const [from, to] = equalAround(amounts, order, place);
    if (to - from < 2 || sorted.has(from)) return;
    sorted.add(from);
    const ties = Array.from(order.subarray(from, to), index => ({ index, id: idOf(index) }));
    ties.sort((a, b) => compareCodePoints(a.id, b.id));
    for (const [i, { index }] of ties.entries()) order[from + i] = index;
  };
  return {
    at: place => {
      sortTies(place);
      return order[place] ?? 0;
    },
    share,
    cumulative: place => running[place] ?? 0,
  };
}

/** [from, to) of the places whose amounts are as the one at a place. */
function equalAround(amounts: Float64Array, order: Uint32Array, place: number): readonly [number, number] {
  const own = amounts[order[place] ?? -1];
  // Equal ones stand together, so that to either side of the place there is one step from equal to other.
  return [
    firstWhere(0, place, at => amounts[order[at] ?? -1] === own),
    firstWhere(place, order.length, at => amounts[order[at] ?? -1] !== own),
  ];
}

/** The first of [from, to) from which on it holds, `to` where there is none. */
function firstWhere(from: number, to: number, holds: (at: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function measuredCount(values: FigureValues): number {
  let n = 0;
  for (let i = 0; i < values.length; i += 1) if (!Number.isNaN(values.at(i))) n += 1;
  return n;
}

function part(value: number, n: number): number {
  return Number.isNaN(value) ? 0 : value / n;
}
