import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resampledSums } from '../../../evals/stats/resample.ts';
import { multipliersOf } from '../../../evals/stats/resample-program.ts';
import { resampledSumsOf } from '../../../evals/stats/resample-threads.ts';

const U64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const VALUE = fc.oneof(
  fc.constantFrom(0, -0, 1, 0.5, 1 / 3, 0.1),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
);
const RESAMPLES = 5;

describe('assurance.baseline.interval: resamples', () => {
  test('sums are those of the definition in 64-bit arithmetic, for one column and for more than go in one pass', () => {
    const columns = fc
      .tuple(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 1, max: 8 }))
      .chain(([n, count]) =>
        fc.array(fc.array(VALUE, { minLength: n, maxLength: n }), { minLength: count, maxLength: count }),
      );
    fc.assert(
      fc.property(columns, U64, (drawn, seed) => {
        const got = resampledSums(drawn, RESAMPLES, seed).map(sums => [...sums]);
        expect(got).toEqual(drawn.map(column => plainSums(column, seed)));
      }),
      { numRuns: 300 },
    );
  });

  // A column of its own indices gives the picks away.
  test.each([2, 3, 1000, 4095, 65_537, 2 ** 19 + 7])('index below %i', n => {
    const column = Float64Array.from({ length: n }, (_, i) => i);
    const seed = BigInt(n) * 0x9e3779b97f4a7c15n;
    const resamples = n > 100_000 ? 1 : 3;
    expect([...(resampledSums([column], resamples, seed)[0] ?? [])]).toEqual(
      plainSums(column, seed, resamples),
    );
  });

  // The program's own arithmetic, for sizes whose tables would not fit into a test.
  test('multipliers give the remainder at every size up to 2^26 and at the edges of its multiples', () => {
    const sizes = fc.oneof(
      fc.integer({ min: 2, max: 2 ** 26 }),
      fc.integer({ min: 1, max: 26 }).map(bits => 2 ** bits),
    );
    fc.assert(
      fc.property(sizes, U64, fc.integer({ min: -1, max: 1 }), (n, drawn, step) => {
        const [ofUpper, ofLower] = multipliersOf(n);
        const output = BigInt.asUintN(64, drawn - (drawn % BigInt(n)) + BigInt(step));
        const fraction = BigInt.asUintN(64, (output >> 32n) * ofUpper + (output & 0xffff_ffffn) * ofLower);
        expect((((fraction >> 32n) + 1n) * BigInt(n)) >> 32n).toBe(output % BigInt(n));
      }),
      { numRuns: 2000 },
    );
  });

  test('many at once, shared out between two threads, are what each is alone', () => {
    const resamplings = [9001, 30_000, 2, 20_000, 15_000].map(n => ({
      columns: [1, 2, 3, 5, 7, 11, 13].map(step =>
        Float64Array.from({ length: n }, (_, i) => ((i * step) % 101) / 7),
      ),
      seed: BigInt(n),
    }));
    const alone = resamplings.map(({ columns, seed }) => resampledSums(columns, 1000, seed));
    expect(resampledSumsOf(resamplings, 1000)).toEqual(alone);
  });

  test('a large resample leaves nothing in the next one', () => {
    const large = Float64Array.from({ length: 50_000 }, (_, i) => i / 7);
    const small = [1, 2, 4];
    const alone = plainSums(small, 9n);
    resampledSums([large, large, large], 1, 1n);
    expect([...(resampledSums([small], RESAMPLES, 9n)[0] ?? [])]).toEqual(alone);
  });
});

function plainSums(column: ArrayLike<number>, seed: bigint, resamples = RESAMPLES): number[] {
  let state = seed;
  return Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let i = 0; i < column.length; i += 1) {
      state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
      sum += column[Number(mix(state) % BigInt(column.length))] ?? Number.NaN;
    }
    return sum;
  });
}

function mix(state: bigint): bigint {
  let z = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}
