/**
 * Whether a run of equal scores holds both a relevant and another row: then another order of the tie would
 * give other figures. hits: as rankedFigures takes them; scores: undefined where the retriever gave none.
 */
export function isTieAffected(hits: readonly number[], scores: readonly (number | undefined)[]): boolean {
  let relevant = false;
  let other = false;
  for (let p = 0; p < hits.length; p += 1) {
    const score = scores[p];
    const continues = p > 0 && score !== undefined && score === scores[p - 1];
    const hit = (hits[p] ?? -1) >= 0;
    relevant = hit || (continues && relevant);
    other = !hit || (continues && other);
    if (relevant && other) return true;
  }
  return false;
}
