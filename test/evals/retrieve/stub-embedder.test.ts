import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosine, cosineUnits } from '../../../evals/retrieve/cosine.ts';
import {
  createStubEmbedder,
  STUB_EMBEDDER,
  stubFeatures,
  stubHash,
} from '../../../evals/retrieve/stub-embedder.ts';
import { vectorCases } from '../../support/vectors.ts';

type Embedded = { in: string; features: string[]; slots: Record<string, number> };
type Angle = { a: string; b: string; cosine: number | null; micro: number | null };

describe('assurance.evaluate.stub-embedder', () => {
  test.each(vectorCases<Embedded>('evaluate', 'stub-embedder'))('$in', ({ in: text, features, slots }) => {
    expect(stubFeatures(text)).toEqual(features);
    const vector = createStubEmbedder()(text);
    expect(vector).toHaveLength(128);
    expect(Object.fromEntries([...vector.entries()].filter(([, value]) => value !== 0))).toEqual(slots);
  });

  test.each(vectorCases<{ feature: string; hash: string }>('evaluate', 'stub-hash'))(
    'hash of $feature',
    ({ feature, hash }) => {
      const { high, low } = stubHash(feature);
      expect(high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')).toBe(hash);
    },
  );

  test('the two limbs agree with 64-bit arithmetic', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), feature => {
        const { high, low } = stubHash(feature);
        expect((BigInt(high) << 32n) | BigInt(low)).toBe(wideHash(feature));
      }),
      { seed: 84 },
    );
  });

  test('remembered slots give the same vector as fresh ones', () => {
    const warm = createStubEmbedder();
    warm('rail strike talks at the harbour');
    expect(warm('harbour strike 東京駅')).toEqual(createStubEmbedder()('harbour strike 東京駅'));
  });
});

describe('evaluate.md 8.4 cosine', () => {
  test.each(vectorCases<Angle>('evaluate', 'cosine'))(
    '$a against $b',
    ({ a, b, cosine: expected, micro }) => {
      const embed = createStubEmbedder();
      const value = cosine(embed(a), embed(b));
      expect(value).toBe(expected);
      expect(value === null ? null : cosineUnits(value)).toBe(micro);
    },
  );

  test.each<[string, Float32Array | null, Float32Array | null]>([
    ['a missing side', null, Float32Array.of(1)],
    ['unequal dimensions', Float32Array.of(1, 0), Float32Array.of(1)],
    ['a zero vector', Float32Array.of(0, 0), Float32Array.of(1, 0)],
  ])('%s has no cosine', (_name, a, b) => {
    expect(cosine(a, b)).toBeNull();
  });

  test.each([
    [-1, -1_000_000],
    [-0.0000005, 0],
    [0.0000005, 1],
    [0.4999996, 500_000],
  ])('%d is %d units', (value, units) => {
    expect(cosineUnits(value)).toBe(units);
  });
});

function wideHash(feature: string): bigint {
  const seed = new Uint8Array(8);
  new DataView(seed.buffer).setBigUint64(0, BigInt(STUB_EMBEDDER.seed), true);
  let hash = 0xcbf29ce484222325n;
  for (const byte of [...seed, ...new TextEncoder().encode(feature)]) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash;
}
