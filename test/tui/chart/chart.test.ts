import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bar,
  braille,
  type CurveOptions,
  type CurvePoint,
  diverge,
  type Figure,
  intervalBar,
  spark,
} from '../../../tui/chart/index.ts';
import { cells } from '../../../tui/text/cells.ts';
import { vectorCases } from '../../support/vectors.ts';

type Vector<Input, Output = { readonly utf8: string; readonly ascii: string }> = {
  readonly name: string;
  readonly input: Input;
  readonly output: Output;
};
type Wide = { readonly width: number };
type Scale = { readonly lo: number; readonly hi: number };

const SETS = ['utf8', 'ascii', 'braille'] as const;
const figure: fc.Arbitrary<Figure> = fc.oneof(
  fc.constantFrom(null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.double({ min: -2, max: 2 }),
);
const width = fc.nat(30);
const set = fc.constantFrom(...SETS);

describe('tui-cli.md 15 spark', () => {
  type Input = Wide & Partial<Scale> & { readonly values: readonly Figure[] };
  test.each(vectorCases<Vector<Input>>('tui-cli', 'chart.spark'))(
    '$name',
    ({ input: { values, width: room, lo, hi }, output }) => {
      const scale = { ...(lo === undefined ? {} : { min: lo }), ...(hi === undefined ? {} : { max: hi }) };
      expect(spark(values, room, scale)).toBe(output.utf8);
      expect(spark(values, room, { ...scale, set: 'ascii' })).toBe(output.ascii);
      expect(spark(values, room, { ...scale, set: 'braille' })).toBe(output.utf8);
    },
  );

  test('a group of gaps is a gap, and a group of some is their mean', () => {
    expect(spark([null, null, 0, null, 1, 1], 3)).toBe('·▁█');
  });

  test('no figure at all is all gaps', () => {
    expect(spark([null, Number.NaN], 4)).toBe('··  ');
    expect(spark([], 3)).toBe('   ');
  });
});

describe('tui-cli.md 15 bar', () => {
  type Input = Wide & Scale & { readonly value: Figure };
  test.each(vectorCases<Vector<Input>>('tui-cli', 'chart.bar'))(
    '$name',
    ({ input: { value, width: room, lo, hi }, output }) => {
      const scale = { min: lo, max: hi };
      expect(bar(value, room, scale)).toBe(output.utf8);
      expect(bar(value, room, { ...scale, set: 'ascii' })).toBe(output.ascii);
    },
  );

  test('only the maximum fills it and anything above the minimum shows', () => {
    const inside = fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(inside, fc.integer({ min: 2, max: 30 }), set, (value, room, symbols) => {
        const drawn = bar(value, room, { set: symbols });
        expect(drawn).not.toBe(bar(0, room, { set: symbols }));
        expect(drawn).not.toBe(bar(1, room, { set: symbols }));
      }),
    );
  });
});

describe('tui-cli.md 15 diverge', () => {
  type Input = Wide & { readonly value: Figure; readonly max: number };
  test.each(vectorCases<Vector<Input>>('tui-cli', 'chart.diverge'))(
    '$name',
    ({ input: { value, width: room, max }, output }) => {
      expect(diverge(value, room, { max })).toBe(output.utf8);
      expect(diverge(value, room, { max, set: 'ascii' })).toBe(output.ascii);
    },
  );

  test('the left side is the mirror of the right', () => {
    expect(diverge(-0.6, 9, { max: 1 })).toBe(' ▐██│    ');
    expect(diverge(-0.6, 10, { max: 1 })).toBe(' ▐██│     ');
  });

  test('the least move shows and only the greatest fills a side', () => {
    expect(diverge(-1e-9, 9, { max: 1 })).toBe('   ▐│    ');
    expect(diverge(0.999, 9, { max: 1 })).toBe('    │███▌');
  });
});

describe('tui-cli.md 15 interval', () => {
  type Input = Wide &
    Scale & { readonly a: Figure; readonly b: Figure; readonly p: Figure; readonly ref?: Figure };
  test.each(vectorCases<Vector<Input>>('tui-cli', 'chart.interval'))(
    '$name',
    ({ input: { a, b, p, ref = null, width: room, lo, hi }, output }) => {
      const figures = { lo: a, hi: b, point: p, reference: ref };
      expect(intervalBar(figures, room, { min: lo, max: hi })).toBe(output.utf8);
      expect(intervalBar(figures, room, { min: lo, max: hi, set: 'ascii' })).toBe(output.ascii);
    },
  );

  test('an interval beside the scale is an arrow alone, and a reference outside is not drawn', () => {
    const scale = { min: 0, max: 1 };
    expect(intervalBar({ lo: 2, hi: 3, point: 2.5 }, 5, scale)).toBe('    ›');
    expect(intervalBar({ lo: -3, hi: -2, point: -2.5, reference: 7 }, 5, scale)).toBe('‹    ');
  });

  test('a reference at the end of the interval crosses it', () => {
    expect(intervalBar({ lo: 0.2, hi: 0.8, point: 0.6, reference: 0.2 }, 11, { min: 0, max: 1 })).toBe(
      '  ┼───●─┤  ',
    );
  });
});

describe('tui-cli.md 15 curve', () => {
  type Input = Omit<CurveOptions, 'height'> & {
    readonly points: readonly CurvePoint[];
    readonly w: number;
    readonly h: number;
  };
  test.each(vectorCases<Vector<Input, readonly string[]>>('tui-cli', 'chart.braille'))(
    '$name',
    ({ input: { points, w, h, ...options }, output }) => {
      expect(braille(points, w, { ...options, height: h })).toEqual(output);
    },
  );

  const unit = { x0: 0, x1: 1, y0: 0, y1: 1, height: 2, line: true };
  const square: readonly CurvePoint[] = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
    [0, 0],
  ];

  test('the same curves in quarters of a cell and in ASCII', () => {
    const rise: readonly CurvePoint[] = [
      [0, 0],
      [1, 1],
    ];
    expect(braille(rise, 4, { ...unit, set: 'utf8' })).toEqual(['  ▄▀', '▄▀  ']);
    expect(braille(rise, 4, { ...unit, set: 'ascii' })).toEqual(["  .'", ".'  "]);
    expect(braille(square, 3, { ...unit, set: 'utf8' })).toEqual(['▛▀▜', '▙▄▟']);
    expect(braille(square, 3, { ...unit, set: 'ascii' })).toEqual(["|'|", '|.|']);
    const level: readonly CurvePoint[] = [
      [0, 0.5],
      [1, 0.5],
    ];
    expect(braille(level, 3, { ...unit, height: 1, set: 'ascii' })).toEqual(['---']);
  });

  test('a missing point and a point outside break the line', () => {
    for (const gap of [[0.5, null] as const, [0.5, 3] as const, [Number.NaN, 0] as const]) {
      expect(braille([[0, 0], gap, [1, 0]], 4, unit)).toEqual(['⠀⠀⠀⠀', '⡀⠀⠀⢀']);
    }
  });

  test('a scale without length puts the curve into the middle', () => {
    expect(braille([[0, 5]], 1, { ...unit, x1: 0, y0: 5, y1: 5, height: 1 })).toEqual(['⠐']);
  });
});

describe('tui-cli.md 15 charts', () => {
  test('every chart takes exactly its width, whatever the figures are, and ASCII is ASCII', () => {
    fc.assert(
      fc.property(
        fc.array(figure, { maxLength: 40 }),
        fc.tuple(figure, figure, figure, figure),
        width,
        set,
        (values, [a, b, p, ref], room, symbols) => {
          const drawn = [
            spark(values, room, { set: symbols }),
            bar(a, room, { set: symbols }),
            diverge(a, room, { max: 1, set: symbols }),
            intervalBar({ lo: a, hi: b, point: p, reference: ref }, room, { min: 0, max: 1, set: symbols }),
            ...braille([[a, b] as const, [p, ref] as const], room, {
              set: symbols,
              height: 3,
              x0: -1,
              x1: 1,
              y0: -1,
              y1: 1,
              line: true,
            }),
          ];
          expect(drawn.map(cells)).toEqual(drawn.map(() => room));
          if (symbols === 'ascii') expect(drawn.join('')).toMatch(/^[ -~]*$/);
        },
      ),
      { numRuns: 500 },
    );
  });
});
