import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bootstrapInterval, bootstrapIntervals } from '../../../evals/stats/bootstrap.ts';
import { fnv1a64 } from '../../../evals/stats/fnv1a64.ts';
import { figureSeed, parseSeed, pathSeed } from '../../../evals/stats/seeds.ts';
import { Splitmix64 } from '../../../evals/stats/splitmix64.ts';
import { vectorCases } from '../../support/vectors.ts';

const U64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

describe('assurance.baseline.interval: splitmix64', () => {
  type Draws = {
    id: string;
    input: { seed: string; modulo?: number; n: number };
    expect: (string | number)[];
  };

  test.each(vectorCases<Draws>('scoring', 'splitmix64'))('$id', ({ input, expect: want }) => {
    const random = new Splitmix64(BigInt(input.seed));
    const { modulo } = input;
    const draws = Array.from({ length: input.n }, () =>
      modulo === undefined ? random.next().toString() : random.index(modulo),
    );
    expect(draws).toEqual(want);
  });

  test('the limbs agree with 64-bit arithmetic, output and index alike', () => {
    fc.assert(
      fc.property(U64, fc.integer({ min: 1, max: 2 ** 26 }), (seed, n) => {
        const random = new Splitmix64(seed);
        const indices = new Splitmix64(seed);
        let state = seed;
        for (let i = 0; i < 5; i += 1) {
          state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
          const output = mix(state);
          expect(random.next()).toBe(output);
          expect(indices.index(n)).toBe(Number(output % BigInt(n)));
        }
      }),
    );
  });
});

describe('assurance.baseline.interval: bootstrap', () => {
  type One = { values: number[]; seed: string } | { generator: string; n: number; seed: string };
  type Five = { values: Record<string, number[]>; seed: string };
  type Case = { id: string; input: One | Five; expect: Record<string, unknown> };
  const isFive = (input: One | Five): input is Five => 'values' in input && !Array.isArray(input.values);
  const cases = vectorCases<Case>('scoring', 'bootstrap');

  test.each(cases.filter(({ input }) => !isFive(input)))('$id', ({ input, expect: want }) => {
    if (isFive(input)) throw new TypeError('one column expected');
    const values =
      'values' in input ? input.values : Array.from({ length: input.n }, (_, i) => (i % 4 === 0 ? 0 : 1));
    expect(bootstrapInterval(values, BigInt(input.seed))).toEqual({ level: 0.95, resamples: 1000, ...want });
  });

  test.each(cases.filter(({ input }) => isFive(input)))('$id', ({ input, expect: want }) => {
    if (!isFive(input)) throw new TypeError('five columns expected');
    const got = Object.entries(input.values).map(([name, values], i) => {
      const { lo, hi } = bootstrapInterval(values, figureSeed(BigInt(input.seed), i));
      return [name, { lo, hi }];
    });
    expect(Object.fromEntries(got)).toEqual(want);
  });

  test('columns over one stream equal each column alone', () => {
    const column = fc.array(fc.constantFrom(0, 0.1, 0.5, 1), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 4 }), U64, (columns, seed) => {
        expect(bootstrapIntervals(columns, seed)).toEqual(columns.map(one => bootstrapInterval(one, seed)));
      }),
      { numRuns: 20 },
    );
  });

  test('equal values keep the running sum of a resample: ten times 0.1 is not 0.1', () => {
    expect(bootstrapInterval(Array(10).fill(0.1), 1n)).toMatchObject({ lo: 0.09999999999999999 });
  });
});

describe('assurance.baseline.interval: seeds', () => {
  type PathSeed = { id: string; input: { seed: string; path: string }; expect: string };

  test.each(vectorCases<PathSeed>('scoring', 'path_seed'))('$id', ({ input, expect: want }) => {
    expect(pathSeed(BigInt(input.seed), input.path).toString()).toBe(want);
  });

  test.each(vectorCases<{ id: string; input: string; expect: string }>('scoring', 'fnv1a64'))(
    '$id',
    ({ input, expect: want }) => {
      expect(fnv1a64(input).toString(16).padStart(16, '0')).toBe(want);
    },
  );

  test.each([
    ['0', 0n],
    ['18446744073709551615', 2n ** 64n - 1n],
    ['18446744073709551616', undefined],
    ['01', undefined],
    ['', undefined],
    ['-1', undefined],
    ['1e3', undefined],
  ])('run seed %j', (text, seed) => {
    expect(parseSeed(text)).toBe(seed);
  });

  test('the judged seed wraps at 2^64', () => {
    expect(figureSeed(2n ** 64n - 1n, 2)).toBe(1n);
  });
});

function mix(state: bigint): bigint {
  let z = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}
