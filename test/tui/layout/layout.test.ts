import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ColumnSpec, type FittedColumns, fitColumns } from '../../../tui/layout/columns.ts';
import { frameClass, type Size } from '../../../tui/layout/frame-class.ts';
import { screenColumns } from '../../../tui/layout/screen-columns.ts';
import { type Viewport, viewportTop } from '../../../tui/layout/viewport.ts';
import { vectorCases } from '../../support/vectors.ts';

type Vector<Input, Output> = { readonly name: string; readonly input: Input; readonly output: Output };
type ScreenAt = { readonly screen: string; readonly columns: readonly ColumnSpec[]; readonly width: number };

const columnVectors = vectorCases<Vector<ScreenAt, FittedColumns>>('tui-cli', 'layout.columns');

describe('tui-cli.md 13 frame', () => {
  test.each(vectorCases<Vector<Size, string>>('tui-cli', 'layout.class'))('$name', ({ input, output }) => {
    expect(frameClass(input)).toBe(output);
  });
});

describe('tui-cli.md 13 columns', () => {
  test.each(columnVectors)('$name', ({ input, output }) => {
    expect(fitColumns(input.columns, input.width)).toEqual(output);
  });

  test('the tables of the screens are those of the vectors', () => {
    for (const [screen, specs] of Object.entries(screenColumns)) {
      expect(specs).toEqual(columnVectors.find(({ input }) => input.screen === screen)?.input.columns);
    }
  });

  test('a pane too narrow for the columns of rank 0 shows them at their least', () => {
    expect(fitColumns(screenColumns.runs, 12)).toMatchObject({
      columns: [
        { id: 'verdict', width: 1 },
        { id: 'run', width: 10 },
      ],
      slack: 0,
    });
  });

  const spec = fc
    .record({
      rank: fc.nat(6),
      min: fc.integer({ min: 1, max: 20 }),
      toIdeal: fc.nat(20),
      toMax: fc.nat(60),
      grow: fc.nat(3),
    })
    .map(({ rank, min, toIdeal, toMax, grow }) => ({
      rank,
      min,
      ideal: min + toIdeal,
      max: min + toIdeal + toMax,
      grow,
    }));
  const specs = fc
    .array(spec, { maxLength: 10 })
    .map(list => list.map((one, i) => ({ id: `c${i}`, ...one })));

  test('a wider terminal never loses a column, from 20 to 300 cells', () => {
    const narrowOn = (list: readonly ColumnSpec[]): void => {
      let shown = new Set<string>();
      for (let width = 20; width <= 300; width += 1) {
        const now = new Set(fitColumns(list, width).columns.map(({ id }) => id));
        expect([...shown].filter(id => !now.has(id))).toEqual([]);
        shown = now;
      }
    };
    for (const list of Object.values(screenColumns)) narrowOn(list);
    fc.assert(fc.property(specs, narrowOn), { numRuns: 50 });
  });

  test('columns, gaps, marker and slack make up the width, and each column keeps its bounds', () => {
    fc.assert(
      fc.property(specs, fc.integer({ min: 20, max: 300 }), (list, width) => {
        const fixed = list.filter(({ rank }) => rank === 0);
        const least = fixed.reduce((total, { min }) => total + min + 2, 0);
        fc.pre(least <= width);
        const { columns, dropped, slack } = fitColumns(list, width);
        const used = columns.reduce((total, column) => total + column.width, 0);
        expect(2 + used + 2 * Math.max(0, columns.length - 1) + slack).toBe(width);
        expect(columns.length + dropped.length).toBe(list.length);
        for (const { id, width: own } of columns) {
          const { min = 0, max = 0 } = list.find(one => one.id === id) ?? {};
          expect(own).toBeGreaterThanOrEqual(min);
          expect(own).toBeLessThanOrEqual(max);
        }
      }),
    );
  });
});

describe('tui-cli.md 13 window', () => {
  test.each(vectorCases<Vector<Viewport, number>>('tui-cli', 'layout.viewport'))(
    '$name',
    ({ input, output }) => {
      expect(viewportTop(input)).toBe(output);
    },
  );

  const viewport = fc
    .record({
      total: fc.integer({ min: 1, max: 500 }),
      top: fc.nat(600),
      height: fc.integer({ min: 1, max: 60 }),
    })
    .chain(rest => fc.record({ cursor: fc.nat(rest.total - 1) }).map(({ cursor }) => ({ ...rest, cursor })));

  test('the cursor is inside the window, the window inside the rows, and a second look changes nothing', () => {
    fc.assert(
      fc.property(viewport, input => {
        const top = viewportTop(input);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top).toBeLessThanOrEqual(Math.max(0, input.total - input.height));
        expect(input.cursor).toBeGreaterThanOrEqual(top);
        expect(input.cursor).toBeLessThan(top + input.height);
        expect(viewportTop({ ...input, top })).toBe(top);
      }),
    );
  });
});
