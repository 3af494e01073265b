import type { SymbolChoice } from '../theme/symbols.ts';
import { type ChartSet, type Figure, isFigure } from './scale.ts';

/** x and y; a point of which one is missing is a gap. */
export type CurvePoint = readonly [Figure, Figure];

export type CurveOptions = ChartSet & {
  /** Rows of cells. */
  readonly height: number;
  /** Ends of the scales; points outside are gaps. */
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  /** Joins neighbours by a straight line. */
  readonly line?: boolean;
};

/**
 * A curve as rows of exactly `width` cells, highest first [chart.braille]. A cell is a raster of 2 × 4 dots:
 * braille shows each, utf8 quarters of a cell, ascii the height of what is in it.
 */
export function braille(
  points: readonly CurvePoint[],
  width: number,
  options: CurveOptions,
): readonly string[] {
  const { height, set = 'braille', line = false } = options;
  const masks = Array.from({ length: height }, () => new Uint8Array(Math.max(0, width)));
  const dot = ([x, y]: Dot): void => {
    const row = masks[Math.floor(y / DOTS_DOWN)];
    const cell = Math.floor(x / DOTS_ACROSS);
    if (row !== undefined) row[cell] = (row[cell] ?? 0) | bit(x % DOTS_ACROSS, y % DOTS_DOWN);
  };
  let before: Dot | undefined;
  for (const point of points) {
    const now = dotOf(point, width * DOTS_ACROSS, options);
    if (now !== undefined)
      for (const one of line && before !== undefined ? between(before, now) : [now]) dot(one);
    before = now;
  }
  return masks.map(row => Array.from(row, mask => SIGNS[set](mask)).join(''));
}

type Dot = readonly [x: number, y: number];

const DOTS_ACROSS = 2;
const DOTS_DOWN = 4;
/** Bits of the Unicode braille patterns, by row and column of the dot. */
const BITS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;
/** Signs by upper left, upper right, lower left and lower right quarter. */
const QUARTERS = [...' ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█'];

const SIGNS: Readonly<Record<SymbolChoice, (mask: number) => string>> = {
  braille: mask => String.fromCodePoint(0x2800 + mask),
  utf8: mask =>
    QUARTERS[(mask & 0x03 ? 1 : 0) + (mask & 0x18 ? 2 : 0) + (mask & 0x44 ? 4 : 0) + (mask & 0xa0 ? 8 : 0)] ??
    ' ',
  ascii: asciiSign,
};

function asciiSign(mask: number): string {
  if (mask === 0) return ' ';
  const isOnly = (rows: number): boolean => (mask & ~rows) === 0;
  if (isOnly(rowMask(1) | rowMask(2))) return '-';
  if (isOnly(rowMask(0) | rowMask(1))) return "'";
  return isOnly(rowMask(2) | rowMask(3)) ? '.' : '|';
}

function rowMask(row: number): number {
  return bit(0, row) | bit(1, row);
}

function bit(column: number, row: number): number {
  return BITS[row]?.[column] ?? 0;
}

function dotOf(
  [x, y]: CurvePoint,
  across: number,
  { height, x0, x1, y0, y1 }: CurveOptions,
): Dot | undefined {
  if (!isFigure(x) || !isFigure(y) || x < x0 || x > x1 || y < y0 || y > y1) return undefined;
  const place = (value: number, lo: number, hi: number, dots: number): number =>
    hi > lo ? Math.round(((value - lo) / (hi - lo)) * (dots - 1)) : Math.floor(dots / 2);
  const down = height * DOTS_DOWN;
  return [place(x, x0, x1, across), down - 1 - place(y, y0, y1, down)];
}

/** Dots of a straight line with both ends (Bresenham 1965). */
function between([x0, y0]: Dot, [x1, y1]: Dot): readonly Dot[] {
  const steps = [Math.abs(x1 - x0), -Math.abs(y1 - y0)] as const;
  const dots: Dot[] = [];
  let [x, y] = [x0, y0];
  let error = steps[0] + steps[1];
  for (;;) {
    dots.push([x, y]);
    if (x === x1 && y === y1) return dots;
    const twice = 2 * error;
    if (twice >= steps[1]) {
      error += steps[1];
      x += Math.sign(x1 - x0);
    }
    if (twice <= steps[0]) {
      error += steps[0];
      y += Math.sign(y1 - y0);
    }
  }
}
