import { fusedValue, type LexicalSpread, type Units } from '../../retrieve/fusion.ts';
import { inWindow } from '../../retrieve/window.ts';
import type { Ranking } from '../port.ts';
import { type CallGround, forgetPassed, passingRows } from './candidates.ts';
import { NO_COSINE } from './cosines.ts';
import { TopPlaces } from './top-places.ts';
import { forgetWords, scoreWords, type Words } from './words.ts';

/** A row of an answer, with the parts of its score. */
export type PlacedRow = ScoreParts & {
  readonly place: number;
  readonly inside: boolean;
  /** Tokens that the row matches, in the question's order; empty unless the call is to be explained. */
  readonly matched: readonly string[];
};

type ScoreParts = {
  readonly cosineUnits: number | null;
  readonly lexicalUnits: Units | null;
  readonly lexicalRank: number | null;
  readonly vectorRank: number | null;
  readonly spread: LexicalSpread;
};

/** Counts and rows of one call. */
export type Found = {
  readonly candidates: number;
  readonly passed: number;
  readonly matched: number;
  /** Rows that stay when each content keeps its first one, and those of them inside the window. */
  readonly distinct: number;
  readonly inside: number;
  /** In final order, at most the call's limit. */
  readonly rows: readonly PlacedRow[];
};

/** Answers one call over the visible rows (evaluate.md 9.2 to 9.5). */
export function rankCall(ground: CallGround, ranking: Ranking): Found {
  const { planned, scratch } = ground;
  const { count, passed } = passingRows(ground, ranking.candidates);
  markInside(ground, passed);
  const words = scoreWords(ground, passed, ranking);
  const values = valuesOf(ground, passed, words, ranking);
  const order = orderRows(ground, passed, finalOrder(ground, passed, values, ranking));
  const rows = order.first.map(place => ({
    ...partsAt(ground, values, place),
    place,
    inside: scratch.inside[place] === 1,
    matched: planned.call.explain === true ? matchedTokens(ground, place) : [],
  }));
  forgetWords(ground, words);
  forgetPassed(passed, scratch);
  return {
    candidates: count,
    passed: passed.length,
    matched: words.sorted.length,
    distinct: order.distinct,
    inside: order.inside,
    rows,
  };
}

function markInside({ rows, planned: { call }, scratch }: CallGround, passed: Int32Array): void {
  if (call.sinceNs === null) {
    for (let i = 0; i < passed.length; i += 1) scratch.inside[passed[i] ?? 0] = 1;
    return;
  }
  for (const place of passed) {
    const instant = rows.isDated[place] === 1 ? (rows.instants[place] ?? null) : null;
    scratch.inside[place] = inWindow(instant, call.sinceNs, call.anchorNs) ? 1 : 0;
  }
}

/** What the scores of a call are made of. */
type Values = Words & {
  readonly spread: LexicalSpread;
  /** Cosines above 0 of the rows that pass, ascending; for `rrf` alone. */
  readonly nearness: Int32Array | null;
};

function valuesOf(
  { cosines }: CallGround,
  passed: Int32Array,
  words: Words,
  { calibration }: Ranking,
): Values {
  const [min, max] = [words.sorted.at(0), words.sorted.at(-1)];
  const spread = min === undefined || max === undefined ? null : { min, max };
  if (calibration !== 'rrf' || cosines === null) return { ...words, spread, nearness: null };
  const positive = passed.map(place => cosines[place] ?? NO_COSINE).filter(units => units > 0);
  return { ...words, spread, nearness: positive.sort() };
}

function partsAt({ cosines, scratch }: CallGround, values: Values, place: number): ScoreParts {
  const { totals, sorted, spread, nearness } = values;
  const units = cosines?.[place] ?? NO_COSINE;
  const lexicalUnits = (scratch.matched[place] ?? 0) > 0 ? (totals[place] ?? null) : null;
  return {
    cosineUnits: units === NO_COSINE ? null : units,
    lexicalUnits,
    lexicalRank: lexicalUnits === null ? null : rankAmong(sorted, lexicalUnits),
    vectorRank: nearness === null || units <= 0 ? null : rankAmong(nearness, units),
    spread,
  };
}

/** The same parts as plain values, in a loop that answers whether any row has one of them. */
function writeScores(
  { cosines, scratch: { matched, scores } }: CallGround,
  passed: Int32Array,
  { totals, sorted, spread, nearness }: Values,
  ranking: Ranking,
): boolean {
  let hasParts = sorted.length > 0;
  for (let i = 0; i < passed.length; i += 1) {
    const place = passed[i] ?? 0;
    const cosine = cosines === null ? NO_COSINE : (cosines[place] ?? NO_COSINE);
    const lexical = (matched[place] ?? 0) > 0 ? (totals[place] ?? null) : null;
    if (cosine !== NO_COSINE) hasParts = true;
    scores[place] = fusedValue(
      cosine === NO_COSINE ? null : cosine,
      nearness === null || cosine <= 0 ? null : rankAmong(nearness, cosine),
      lexical,
      lexical === null ? null : rankAmong(sorted, lexical),
      spread,
      ranking,
    );
  }
  return hasParts;
}

/** 1 + the number of values that are greater. */
function rankAmong(ascending: Float64Array | BigInt64Array | Int32Array, value: Units): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return ascending.length - low + 1;
}

/** The order of evals/retrieve/order.ts, whose ties places decide; by date when nothing in the call has a score. */
function finalOrder(
  ground: CallGround,
  passed: Int32Array,
  values: Values,
  ranking: Ranking,
): (a: number, b: number) => boolean {
  const {
    rows: { dates },
    scratch: { inside, scores },
  } = ground;
  if (writeScores(ground, passed, values, ranking)) {
    return (a, b) => {
      const tier = (inside[a] ?? 0) - (inside[b] ?? 0);
      if (tier !== 0) return tier > 0;
      const lead = (scores[a] ?? 0) - (scores[b] ?? 0);
      return lead > 0 || (!(lead < 0) && a < b);
    };
  }
  return (a, b) => {
    const tier = (inside[a] ?? 0) - (inside[b] ?? 0);
    if (tier !== 0) return tier > 0;
    const [x, y] = [dates[a] ?? 0n, dates[b] ?? 0n];
    return x === y ? a < b : x > y;
  };
}

type Order = { readonly distinct: number; readonly inside: number; readonly first: readonly number[] };

/** Counts and first rows, of the rows of a table with one content hash the first alone (9.2). */
function orderRows(
  ground: CallGround,
  passed: Int32Array,
  isBefore: (a: number, b: number) => boolean,
): Order {
  const { planned, scratch } = ground;
  const twinOf = twinsOf(ground);
  const firsts = new Map<number, number>();
  for (let i = 0; i < passed.length; i += 1) {
    const place = passed[i] ?? 0;
    const twin = twinOf(place);
    if (twin < 0) continue;
    const known = firsts.get(twin);
    if (known === undefined || isBefore(place, known)) firsts.set(twin, place);
  }
  const top = new TopPlaces(planned.rowLimit, isBefore);
  let distinct = 0;
  let inside = 0;
  for (let i = 0; i < passed.length; i += 1) {
    const place = passed[i] ?? 0;
    if (firsts.size > 0 && (firsts.get(twinOf(place)) ?? place) !== place) continue;
    distinct += 1;
    inside += scratch.inside[place] ?? 0;
    top.offer(place);
  }
  return { distinct, inside, first: top.sorted() };
}

/** −1 where the row has no twin, or no floor applies. */
function twinsOf({ rows: { tables, tableAt, twins }, planned }: CallGround): (place: number) => number {
  const hasFloor = tables.map(({ schema }) => (planned.queries.get(schema.analyzer)?.floor ?? null) !== null);
  return place => (hasFloor[tableAt[place] ?? -1] === true ? (twins[place] ?? -1) : -1);
}

function matchedTokens({ matches }: CallGround, place: number): readonly string[] {
  return matches.tokens.filter(({ places }) => places.includes(place)).map(({ token }) => token.token);
}
