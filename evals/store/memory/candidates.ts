import { matchCount } from '../../retrieve/analyzers.ts';
import { cosine, cosineUnits } from '../../retrieve/cosine.ts';
import type { LexicalQuery } from '../../retrieve/query.ts';
import { declaredIndexes, windowSizes } from '../call-scope.ts';
import { compareLandings } from '../fold.ts';
import type { RankedCall, Ranking } from '../port.ts';
import type { StoredRow } from './table.ts';
import type { VisibleTable } from './visible-rows.ts';

/** One table of a call and the question as its analyzer reads it. */
export type Arm = { readonly table: VisibleTable; readonly query: LexicalQuery };

/** A visible row and what the call finds in it. */
export type Candidate = {
  readonly arm: Arm;
  readonly stored: StoredRow;
  /** Token and count of each matched token, in the question's order; null = the row has no snippet. */
  readonly matches: readonly { readonly token: string; readonly tf: number }[] | null;
  readonly cosineUnits: number | null;
};

export function candidateOf(arm: Arm, stored: StoredRow, embedding: RankedCall['embedding']): Candidate {
  const { document } = stored;
  const similarity = cosine(embedding, stored.row.embedding);
  return {
    arm,
    stored,
    matches:
      document === null
        ? null
        : arm.query.tokens
            .map(({ token, lookup }) => ({ token, tf: matchCount(lookup, document) }))
            .filter(({ tf }) => tf > 0),
    cosineUnits: similarity === null ? null : cosineUnits(similarity),
  };
}

/** The rows of one arm that take part (evaluate.md 9.2). */
export function chooseCandidates(
  arm: Arm,
  visible: readonly Candidate[],
  rowLimit: number,
  candidates: Ranking['candidates'],
): readonly Candidate[] {
  if (candidates === 'full') return visible;
  const sizes = windowSizes(rowLimit);
  const indexes = declaredIndexes(arm.table.schema);
  const newestFirst = visible.toSorted((a, b) => compareLandings(b.stored, a.stored));
  const chosen = new Set(newestFirst.slice(0, sizes.newest));
  if (indexes.fulltext) {
    for (const candidate of visible) if ((candidate.matches ?? []).length > 0) chosen.add(candidate);
  }
  if (indexes.vector) {
    // The sort is stable: equal cosines keep the newest first.
    const nearestFirst = newestFirst
      .filter(({ cosineUnits }) => cosineUnits !== null)
      .sort((a, b) => (b.cosineUnits ?? 0) - (a.cosineUnits ?? 0));
    for (const candidate of nearestFirst.slice(0, sizes.nearest)) chosen.add(candidate);
  }
  return visible.filter(candidate => chosen.has(candidate));
}
