/**
 * Size label of a corpus against the reader's context window (evaluate.md 14): `le_<next power of two>x` of
 * max(1, ⌈corpus / window⌉), or `over_window` when there is no window.
 */
export function sizeBucket(corpusTokens: number, windowTokens: number): string {
  if (windowTokens === 0) return 'over_window';
  const ratio = Math.max(1, Math.ceil(corpusTokens / windowTokens));
  return `le_${2 ** Math.ceil(Math.log2(ratio))}x`;
}
