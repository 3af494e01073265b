import { codePointPairs, isAsciiRun, runsOf } from './runs.ts';

export const STUB_EMBEDDER = { name: 'stub', version: '1', dim: 128, seed: 1_592_590_456 } as const;

export type StubEmbedder = (text: string) => Float32Array;

type Slot = { readonly index: number; readonly sign: 1 | -1 };

/** A feature's slot is worth remembering; a corpus of random words must not grow the memory for ever. */
const REMEMBERED_FEATURES = 1 << 18;

/**
 * A hashing embedder (evaluate.md 8.4): signed feature counts in 128 slots, L2-normalised in 32 bits.
 * A text without features gives the zero vector. The returned function remembers slots; keep one per run.
 */
export function createStubEmbedder(seed: bigint = BigInt(STUB_EMBEDDER.seed)): StubEmbedder {
  const start = seeded(seed);
  const slots = new Map<string, Slot>();
  const slotOf = (feature: string): Slot => {
    const known = slots.get(feature);
    if (known !== undefined) return known;
    if (slots.size >= REMEMBERED_FEATURES) slots.clear();
    const { high, low } = hashFeature(start, feature);
    const slot: Slot = { index: low % STUB_EMBEDDER.dim, sign: high >= 0x80000000 ? -1 : 1 };
    slots.set(feature, slot);
    return slot;
  };
  return text => {
    const counts = new Float32Array(STUB_EMBEDDER.dim);
    for (const feature of stubFeatures(text)) {
      const { index, sign } = slotOf(feature);
      counts[index] = (counts[index] ?? 0) + sign;
    }
    return normalised(counts);
  };
}

/** Features of a text in order, repeats kept. */
export function stubFeatures(text: string): readonly string[] {
  const features: string[] = [];
  for (const run of runsOf(text.toLowerCase())) {
    if (!isAsciiRun(run)) features.push(...codePointPairs(run));
    else if (run.length >= 2) features.push(run.length >= 4 && run.endsWith('s') ? run.slice(0, -1) : run);
  }
  return features;
}

/** FNV-1a-64 over the default seed's 8 little-endian bytes and the feature's UTF-8, as two unsigned 32-bit limbs. */
export function stubHash(feature: string): Limbs {
  return hashFeature(seeded(BigInt(STUB_EMBEDDER.seed)), feature);
}

function hashFeature(start: Limbs, feature: string): Limbs {
  let state = start;
  for (const byte of new TextEncoder().encode(feature)) state = hashByte(state, byte);
  return state;
}

type Limbs = { readonly high: number; readonly low: number };

/** Multiplies by the FNV prime 2^40 + 0x1b3 modulo 2^64; each partial product stays below 2^53. */
function hashByte({ high, low }: Limbs, byte: number): Limbs {
  const mixed = (low ^ byte) >>> 0;
  const product = mixed * 0x1b3;
  const carried = high * 0x1b3 + Math.floor(product / 0x1_0000_0000) + ((mixed << 8) >>> 0);
  return { high: carried % 0x1_0000_0000, low: product % 0x1_0000_0000 };
}

function seeded(seed: bigint): Limbs {
  let state: Limbs = { high: 0xcbf29ce4, low: 0x84222325 };
  for (let shift = 0n; shift < 64n; shift += 8n) state = hashByte(state, Number((seed >> shift) & 0xffn));
  return state;
}

/** In place and by index: this runs once per row, and iterators over 128 slots cost more than the hashing. */
function normalised(counts: Float32Array): Float32Array {
  let squares = 0;
  for (let i = 0; i < counts.length; i += 1) squares += (counts[i] ?? 0) ** 2;
  if (squares === 0) return counts;
  const norm = Math.fround(Math.sqrt(squares));
  for (let i = 0; i < counts.length; i += 1) counts[i] = (counts[i] ?? 0) / norm;
  return counts;
}
