import type { Calibration, Ranking } from '../store/port.ts';

/** Lexical units of 1e-12: exact, as a number below 2^53 alone. */
export type Units = number | bigint;

/** Both parts of a row's score: lexical in units of 1e-12, cosine in units of 1e-6; null = none. */
export type Parts = { readonly lexicalUnits: Units | null; readonly cosineUnits: number | null };

/** What fusion needs of the whole call: the spread of its lexical scores, null when there is none. */
export type LexicalSpread = { readonly min: Units; readonly max: Units } | null;

export type Fused = { readonly score: number; readonly vectorTerm: number; readonly lexicalTerm: number };

/** Offset of a rank in `reciprocal-rank` and in reciprocal rank fusion (Cormack et al. 2009). */
export const RANK_OFFSET = 60;

/** Places of a row by its parts: 1 + rows of the call with strictly more, null where the row takes no part. */
export type Ranks = {
  readonly lexicalRank: number | null;
  /** Counts cosines above 0 only and serves `rrf` alone. */
  readonly vectorRank: number | null;
};

/** Fused score of one row with its terms (evaluate.md 9.4); the order of the 64-bit operations is part of the definition. */
export function fusedScore(
  { cosineUnits, lexicalUnits }: Parts,
  { lexicalRank, vectorRank }: Ranks,
  spread: LexicalSpread,
  ranking: FusionRules,
): Fused {
  const vector = vectorPart(cosineUnits, vectorRank, ranking);
  const lexical = lexicalPart(lexicalUnits, lexicalRank, spread, ranking);
  const total = totalWeight(ranking);
  return { score: (vector + lexical) / total, vectorTerm: vector / total, lexicalTerm: lexical / total };
}

/** The score of `fusedScore` alone, for every row of a call: of plain values, since most rows are not shown. */
export function fusedValue(
  cosineUnits: number | null,
  vectorRank: number | null,
  lexicalUnits: Units | null,
  lexicalRank: number | null,
  spread: LexicalSpread,
  ranking: FusionRules,
): number {
  const vector = vectorPart(cosineUnits, vectorRank, ranking);
  return (vector + lexicalPart(lexicalUnits, lexicalRank, spread, ranking)) / totalWeight(ranking);
}

type FusionRules = Pick<Ranking, 'calibration' | 'weights'>;

function vectorPart(
  units: number | null,
  rank: number | null,
  { calibration, weights }: FusionRules,
): number {
  return calibration === 'rrf'
    ? reciprocal(rank)
    : weights.vector * Math.min(Math.max((units ?? 0) / 1e6, 0), 1);
}

function lexicalPart(
  units: Units | null,
  rank: number | null,
  spread: LexicalSpread,
  { calibration, weights }: FusionRules,
): number {
  return calibration === 'rrf'
    ? reciprocal(rank)
    : weights.lexical * calibrated(calibration, units, rank, spread);
}

/** Reciprocal ranks are summed as they are. */
function totalWeight({ calibration, weights }: FusionRules): number {
  return calibration === 'rrf' ? 1 : weights.vector + weights.lexical;
}

/** Lexical score on the scale 0 to 1; 0 for a row without one. */
export function calibrated(
  calibration: Exclude<Calibration, 'rrf'>,
  units: Units | null,
  rank: number | null,
  spread: LexicalSpread,
): number {
  if (units === null || rank === null || spread === null) return 0;
  if (calibration === 'reciprocal-rank') return (RANK_OFFSET + 1) / (RANK_OFFSET + rank);
  if (spread.max === spread.min) return 1;
  return difference(units, spread.min) / difference(spread.max, spread.min);
}

/** 1 + number of values strictly greater, per value; null stays null. Ties share the best rank. */
export function competitionRanks<Value extends number | bigint>(
  values: readonly (Value | null)[],
): readonly (number | null)[] {
  const present = values.filter((value): value is Value => value !== null);
  const rankOf = new Map<Value, number>();
  present
    .sort((a, b) => (a === b ? 0 : a > b ? -1 : 1))
    .forEach((value, index) => {
      if (!rankOf.has(value)) rankOf.set(value, index + 1);
    });
  return values.map(value => (value === null ? null : (rankOf.get(value) ?? null)));
}

export function lexicalSpread(units: readonly (bigint | null)[]): LexicalSpread {
  let spread: LexicalSpread = null;
  for (const value of units) {
    if (value === null) continue;
    if (spread === null) spread = { min: value, max: value };
    else if (value < spread.min) spread = { min: value, max: spread.max };
    else if (value > spread.max) spread = { min: spread.min, max: value };
  }
  return spread;
}

function difference(a: Units, b: Units): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : Number(BigInt(a) - BigInt(b));
}

function reciprocal(rank: number | null): number {
  return rank === null ? 0 : 1 / (RANK_OFFSET + rank);
}
