/** Σa² in 64 bits and index order, as the cosine of evals/retrieve/cosine.ts sums it. */
export function sumOfSquares(vector: Float32Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return squares;
}
