import { type ChartSet, type Figure, gapSign, isFigure, share } from './scale.ts';

export type IntervalFigures = {
  /** Ends of the interval. */
  readonly a: Figure;
  readonly b: Figure;
  /** The point inside it. */
  readonly p: Figure;
};

export type IntervalOptions = ChartSet & {
  /** Ends of the scale. */
  readonly lo: number;
  readonly hi: number;
  /** A figure to hold the interval against. */
  readonly ref?: Figure;
};

/**
 * An interval with its point in exactly `width` cells [chart.interval]. An end outside the scale is an arrow. The
 * reference crosses the interval or stands beside it; the point covers what lies below it.
 */
export function interval(
  { a, b, p }: IntervalFigures,
  width: number,
  { lo, hi, ref = null, set }: IntervalOptions,
): string {
  if (width < 1) return '';
  if (!isFigure(a) || !isFigure(b) || !isFigure(p)) return gapSign(set) + ' '.repeat(width - 1);
  const signs = set === 'ascii' ? ASCII : LINES;
  const place = (value: number): number => Math.round(share(value, lo, hi) * (width - 1));
  const isOn = (value: number): boolean => value >= lo && value <= hi;
  const [first, last] = [place(a), place(b)];
  const row = Array.from({ length: width }, () => ' ');
  row.fill(signs.line, first, last + 1);
  row[last] = b > hi ? signs.above : b < lo ? signs.below : signs.end;
  row[first] = a < lo ? signs.below : a > hi ? signs.above : signs.start;
  if (isFigure(ref) && isOn(ref)) {
    const at = place(ref);
    row[at] = at < first || at > last ? signs.beside : signs.across;
  }
  if (isOn(p)) row[place(p)] = signs.point;
  return row.join('');
}

const LINES = {
  line: '─',
  start: '├',
  end: '┤',
  below: '‹',
  above: '›',
  point: '●',
  across: '┼',
  beside: '┊',
} as const;

const ASCII = {
  line: '-',
  start: '|',
  end: '|',
  below: '<',
  above: '>',
  point: 'o',
  across: '+',
  beside: ':',
} as const;
