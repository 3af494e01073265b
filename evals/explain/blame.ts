/** 1-based positions of one row on the two legs; null: not in the top k. */
export type LegPositions = { readonly lexical: number | null; readonly vector: number | null };

/** Which leg, or the fusion, took a relevant row out of the hybrid top k (scoring.md 15). */
export type RowBlame = (typeof ROW_BLAMES)[number];

/** In the order in which equal counts are told. */
export const ROW_BLAMES = [
  'lexical',
  'vector',
  'both',
  'rank:lexical',
  'rank:vector',
  'fusion',
  'unseen',
] as const;

/** What else may have made a case worse. */
export const CASE_BLAMES = ['forbidden', 'duplicate', 'window', 'abstention', 'error', 'unscored'] as const;

export type Blame = RowBlame | (typeof CASE_BLAMES)[number];

export function blameRow(then: LegPositions, now: LegPositions): RowBlame {
  const had = LEGS.filter(leg => then[leg] !== null);
  if (had.length === 0) return 'unseen';
  const lost = had.filter(leg => now[leg] === null);
  if (lost.length === had.length && had.length === 2) return 'both';
  const [first] = lost;
  if (first !== undefined) return first;
  const drops = had
    .map(leg => ({ leg, drop: (now[leg] ?? 0) - (then[leg] ?? 0) }))
    .filter(({ drop }) => drop > 0);
  const largest = drops.reduce<(typeof drops)[number] | undefined>(
    (worst, one) => (worst === undefined || one.drop > worst.drop ? one : worst),
    undefined,
  );
  return largest === undefined ? 'fusion' : `rank:${largest.leg}`;
}

const LEGS = ['lexical', 'vector'] as const;
