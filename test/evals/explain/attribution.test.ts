import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  attributionOf,
  contributions,
  type FigureValues,
  type Parts,
  shortfalls,
  worstFirst,
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
      const all = contributionsOf(input.base, input.current);
      const { items } = displayed(all, true);
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
        const sum = contributionsOf(base, current).reduce((total, one) => total + one.contribution, 0);
        expect(sum).toBeCloseTo(mean(current) - mean(base), 12);
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
      expect(displayed(input.contributions, input.higherBetter)).toEqual(output);
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
    expect(shortfalls(valuesOf({ a: 0.5, b: 1, c: null, d: 0 }), 0.75, 'at_least')).toEqual({
      slots: Uint32Array.of(0, 3),
      amounts: Float64Array.of(-0.25 / 3, -0.75 / 3),
      after: 4,
    });
  });

  test('cases over a ceiling', () => {
    expect(shortfalls(valuesOf({ a: 0.5, b: 0 }), 0, 'at_most')).toEqual({
      slots: Uint32Array.of(0),
      amounts: Float64Array.of(0.25),
      after: 2,
    });
  });
});

type Figures = Readonly<Record<string, number | null>>;

/** The columns and the pairing of two runs whose cases are written by id. */
function contributionsOf(base: Figures, current: Figures): readonly { id: string; contribution: number }[] {
  const [before, after] = [Object.keys(base), Object.keys(current)];
  const pairing = {
    beforeOf: Int32Array.from(after, id => before.indexOf(id)),
    left: before.flatMap((id, ordinal) => (after.includes(id) ? [] : [ordinal])),
  };
  const parts = contributions(valuesOf(base), valuesOf(current), pairing);
  return Array.from(parts.slots, (slot, i) => ({
    id: (slot < after.length ? after[slot] : before[pairing.left[slot - after.length] ?? -1]) ?? '',
    contribution: parts.amounts[i] ?? 0,
  }));
}

/** Contributions by id as a screen shows them, with what is told of all of them. */
function displayed(all: readonly { id: string; contribution: number }[], higherIsBetter: boolean) {
  const some = all.filter(one => one.contribution !== 0);
  const parts: Parts = {
    slots: Uint32Array.from(some.keys()),
    amounts: Float64Array.from(some, one => one.contribution),
    after: some.length,
  };
  const order = worstFirst(parts, higherIsBetter, index => some[index]?.id ?? '');
  // Asked from the end, for what stands at a place may not depend on what was looked at before.
  const items = some
    .map((_, i) => some.length - 1 - i)
    .map(place => ({
      ...some[order.at(place)],
      share: order.share(place),
      cumulative: order.cumulative(place),
    }))
    .reverse();
  return { items, ...attributionOf(parts, higherIsBetter) };
}

function valuesOf(figures: Figures): FigureValues {
  const values = Object.values(figures);
  return { length: values.length, at: ordinal => values[ordinal] ?? Number.NaN };
}

function mean(figures: Figures): number {
  const values = Object.values(figures).flatMap(value => (value === null ? [] : [value]));
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
