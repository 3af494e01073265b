import type { Leg } from '../store/port.ts';
import { type Parts, type WorstFirst, worstFirst } from './attribution.ts';
import type { Blame } from './blame.ts';
import type { BlameOf, ComparedSides } from './explain-figure.ts';
import { type FoundRow, foundRows } from './found.ts';
import { type LostRow, lostRows } from './lost.ts';

/** One case behind a figure. ordinal: on the side that names it. */
export type ExplainedCase = {
  readonly side: 'after' | 'before';
  readonly ordinal: number;
  readonly id: string;
  readonly contribution: number;
  /** Of all that got worse; 0 for what got better. */
  readonly share: number;
  /** Shares of this one and those before it. */
  readonly cumulative: number;
  readonly blame: Blame | null;
};

/** What the rankings of a case say of it. */
export type CaseRows = {
  /** Relevant rows that the figure's leg lost or has further down. */
  readonly rows: readonly LostRow[];
  /** Rows that it counts, and rows that came anew. */
  readonly found: readonly FoundRow[];
};

/** The cases behind a figure, worst first; each is made when it is looked at. */
export type ExplainedCases = {
  readonly length: number;
  readonly at: (place: number) => ExplainedCase | undefined;
  /** Places [from, to), as far as there are. */
  readonly slice: (from?: number, to?: number) => readonly ExplainedCase[];
  /** Reads the case from both runs. */
  readonly rowsOf: (one: ExplainedCase) => CaseRows;
};

export type Ordered = { readonly parts: Parts; readonly order: WorstFirst };

export function orderedParts(parts: Parts, higherIsBetter: boolean, sides: ComparedSides): Ordered {
  return { parts, order: worstFirst(parts, higherIsBetter, index => idOf(parts, index, sides)) };
}

/** leg: that of the figure; null: it counts cases, which have no rows to tell of. */
export function casesOf(
  length: number,
  leg: Leg | null,
  sides: ComparedSides,
  blameOf: BlameOf,
  ordered: () => Ordered,
): ExplainedCases {
  const at = (place: number): ExplainedCase | undefined => {
    if (place < 0 || place >= length) return undefined;
    const { parts, order } = ordered();
    const index = order.at(place);
    const slot = parts.slots[index] ?? 0;
    const isAfter = slot < parts.after;
    const share = order.share(place);
    return {
      side: isAfter ? 'after' : 'before',
      ordinal: isAfter ? slot : (sides.pairing?.left[slot - parts.after] ?? 0),
      id: idOf(parts, index, sides),
      contribution: parts.amounts[index] ?? 0,
      share,
      cumulative: order.cumulative(place),
      blame: isAfter && share > 0 ? blameOf(slot) : null,
    };
  };
  return {
    length,
    at,
    slice: (from = 0, to = length) => {
      const found: ExplainedCase[] = [];
      for (let place = from; place < Math.min(to, length); place += 1) {
        const one = at(place);
        if (one !== undefined) found.push(one);
      }
      return found;
    },
    rowsOf: one => (leg === null ? { rows: [], found: [] } : rowsOf(one, leg, sides)),
  };
}

function rowsOf(
  { side, ordinal, share }: ExplainedCase,
  leg: Leg,
  { after, before, pairing, truth }: ComparedSides,
): CaseRows {
  if (share === 0 || side === 'before') return { rows: [], found: [] };
  const partner = pairing?.beforeOf[ordinal] ?? -1;
  const now = after.one(ordinal);
  const then = partner < 0 ? undefined : before?.one(partner);
  const expected = truth(ordinal);
  return {
    rows: then === undefined ? [] : lostRows(then.rankings, now.rankings, expected.relevant, leg),
    found: foundRows(then?.rankings ?? null, now, expected, leg),
  };
}

function idOf(
  { slots, after: count }: Parts,
  index: number,
  { after, before, pairing }: ComparedSides,
): string {
  const slot = slots[index] ?? 0;
  if (slot < count) return after.idOf(slot);
  return before?.idOf(pairing?.left[slot - count] ?? -1) ?? '';
}
