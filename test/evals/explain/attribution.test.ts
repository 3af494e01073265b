import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type CaseFigure,
  contributions,
  orderContributions,
  shortfalls,
} from '../../../evals/explain/attribution.ts';
import { blameRow } from '../../../evals/explain/blame.ts';
import { concentration } from '../../../evals/explain/concentration.ts';
import { vectorCases } from '../../support/vectors.ts';

const sideSchema = z.record(z.string(), z.number().nullable());
const changeSchema = z.object({
  input: z.object({ base: sideSchema, current: sideSchema }),
  expect: z.object({
    delta: z.number(),
    contributions: z.array(z.object({ id: z.string(), contribution: z.number() })),
  }),
});
const blameSchema = z.object({
  input: z.object({
    base: z.object({ lexical: z.number().nullable(), vector: z.number().nullable() }),
    current: z.object({ lexical: z.number().nullable(), vector: z.number().nullable() }),
  }),
  expect: z.object({ blame: z.string() }),
});
const concentrationSchema = z.object({
  input: z.object({
    n: z.number(),
    worsened: z.number(),
    tagged: z.number(),
    tagged_worsened: z.number(),
  }),
  expect: z.object({ lift: z.number(), p: z.number() }),
});

const vectors = vectorCases('scoring', 'attribution');
const of = <T>(schema: z.ZodType<T>): readonly T[] =>
  vectors.flatMap(one => {
    const read = schema.safeParse(one);
    return read.success ? [read.data] : [];
  });

describe('assurance.baseline.interval', () => {
  test('the given contributions, to the bit', () => {
    const cases = of(changeSchema);
    expect(cases.length).toBe(2);
    for (const { input, expect: want } of cases) {
      const all = contributions(figuresOf(input.base), figuresOf(input.current));
      const { items } = orderContributions(all, true);
      expect(items.map(({ id, contribution }) => ({ id, contribution }))).toEqual(want.contributions);
    }
  });

  test('contributions sum to the change of the mean', () => {
    const side = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      fc.option(fc.integer({ min: 0, max: 8 }).map(eighths => eighths / 8)),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(side, side, (base, current) => {
        const [then, now] = [figuresOf(base), figuresOf(current)];
        const sum = contributions(then, now).reduce((total, one) => total + one.contribution, 0);
        expect(sum).toBeCloseTo(mean(now) - mean(then), 12);
      }),
    );
  });
});

describe('tui.attribution', () => {
  const schema = z.object({
    input: z.object({
      higherBetter: z.boolean(),
      contributions: z.array(z.object({ id: z.string(), contribution: z.number() })),
    }),
    output: z.unknown(),
  });
  test.each(vectorCases('tui-cli', 'attribution.order').map(one => schema.parse(one)))(
    'attribution.order %#',
    ({ input, output }) => {
      expect(orderContributions(input.contributions, input.higherBetter)).toEqual(output);
    },
  );
});

describe('blame', () => {
  test.each(of(blameSchema))('%j', ({ input, expect: want }) => {
    expect(blameRow(input.base, input.current)).toBe(want.blame);
  });
});

describe('concentration', () => {
  test.each(of(concentrationSchema))('%j', ({ input, expect: want }) => {
    const found = concentration(input.n, input.worsened, input.tagged, input.tagged_worsened);
    expect(found.lift).toBe(want.lift);
    expect(found.p).toBeCloseTo(want.p, 12);
  });
});

describe('shortfalls', () => {
  test('cases below a floor lack their part of it, those above lack nothing', () => {
    const now = figuresOf({ a: 0.5, b: 1, c: null, d: 0 });
    expect(shortfalls(now, 0.75, 'at_least')).toEqual([
      { id: 'a', contribution: -0.25 / 3 },
      { id: 'd', contribution: -0.75 / 3 },
    ]);
  });

  test('cases over a ceiling', () => {
    expect(shortfalls(figuresOf({ a: 0.5, b: 0 }), 0, 'at_most')).toEqual([{ id: 'a', contribution: 0.25 }]);
  });
});

function figuresOf(side: Record<string, number | null>): CaseFigure[] {
  return Object.entries(side).map(([id, value]) => ({ id, value }));
}

function mean(side: readonly CaseFigure[]): number {
  const values = side.flatMap(({ value }) => (value === null ? [] : [value]));
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
