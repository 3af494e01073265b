type Found = { readonly rid: number };

/** Row ids by the sum of 40/(60 + rank) of words and 60/(60 + rank) of vectors, best first. */
export function fuse(words: readonly Found[], vectors: readonly Found[]): readonly number[] {
  const scores = new Map<number, number>();
  const add = (found: readonly Found[], weight: number): void => {
    for (const [rank, { rid }] of found.entries()) {
      scores.set(rid, (scores.get(rid) ?? 0) + weight / (61 + rank));
    }
  };
  add(words, 40);
  add(vectors, 60);
  return [...scores].sort(([a, x], [b, y]) => y - x || a - b).map(([rid]) => rid);
}
