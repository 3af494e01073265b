/** BM25 parameters; Robertson and Zaragoza 2009, with the idf that never turns negative. */
export type Bm25 = { readonly k1: number; readonly b: number };

/** idf of a token in n documents, df of which hold it. In TypeScript for all engines: their `ln` differs in the last bit. */
export function inverseDocumentFrequency(n: number, df: number): number {
  return Math.log(1 + (n - df + 0.5) / (df + 0.5));
}

/**
 * One token's part of a lexical score in units of 1e-12, a whole number (evaluate.md 9.3). The order of the
 * 64-bit operations is part of the definition; engines repeat it. averageLength is above 0 when tf is.
 */
export function contributionUnits(
  idf: number,
  tf: number,
  length: number,
  averageLength: number,
  { k1, b }: Bm25,
): number {
  const score = (idf * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * length) / averageLength));
  return Math.floor(score * 1e12 + 0.5);
}
