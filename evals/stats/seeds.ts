import { fnv1a64 } from './fnv1a64.ts';

const SEED_TEXT = /^(?:0|[1-9][0-9]{0,19})$/;

/** A run seed from its decimal text; undefined when the text is no unsigned 64-bit integer. */
export function parseSeed(text: string): bigint | undefined {
  if (!SEED_TEXT.test(text)) return undefined;
  const seed = BigInt(text);
  return seed < 2n ** 64n ? seed : undefined;
}

/** Seed of the i-th judged figure in alphabetical order (scoring.md 13.1). */
export function figureSeed(seed: bigint, i: number): bigint {
  return BigInt.asUintN(64, seed + BigInt(i));
}

/** Seed of any other interval: the run seed XOR FNV-1a-64 of its path. */
export function pathSeed(seed: bigint, path: string): bigint {
  return BigInt.asUintN(64, seed ^ fnv1a64(path));
}
