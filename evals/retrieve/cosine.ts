/**
 * Σab / √(Σa²·Σb²) in 64 bits over 32-bit inputs, summed in index order (evaluate.md 8.4).
 * Null where a side is missing, the dimensions differ or a norm is 0.
 */
export function cosine(a: Float32Array | null, b: Float32Array | null): number | null {
  if (a === null || b === null || a.length !== b.length) return null;
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < a.length; i += 1) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    product += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  const norms = Math.sqrt(squaresA * squaresB);
  return norms === 0 ? null : product / norms;
}

/** A cosine in whole units of 1e-6. */
export function cosineUnits(value: number): number {
  return Math.floor(value * 1e6 + 0.5);
}
