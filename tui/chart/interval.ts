import { type ChartSet, type Figure, gapSign, isFigure, share } from './scale.ts';

export type Interval = {
  readonly lo: Figure;
  readonly hi: Figure;
  readonly point: Figure;
  /** A figure to hold the interval against. */
  readonly reference?: Figure;
};

export type IntervalOptions = ChartSet & {
  /** Ends of the scale. */
  readonly min: number;
  readonly max: number;
};

/**
 * An interval with its point in exactly `width` cells [chart.interval]. An end outside the scale is an arrow. The
 * reference crosses the interval or stands beside it; the point covers what lies below it.
 */
export function intervalBar(
  { lo, hi, point, reference = null }: Interval,
  width: number,
  { min, max, set }: IntervalOptions,
): string {
  if (width < 1) return '';
  if (!isFigure(lo) || !isFigure(hi) || !isFigure(point)) return gapSign(set) + ' '.repeat(width - 1);
  const signs = set === 'ascii' ? ASCII : LINES;
  const place = (value: number): number => Math.round(share(value, min, max) * (width - 1));
  const isOn = (value: number): boolean => value >= min && value <= max;
  const [first, last] = [place(lo), place(hi)];
  const row = Array.from({ length: width }, () => ' ');
  row.fill(signs.line, first, last + 1);
  row[last] = hi > max ? signs.above : hi < min ? signs.below : signs.end;
  row[first] = lo < min ? signs.below : lo > max ? signs.above : signs.start;
  if (isFigure(reference) && isOn(reference)) {
    const at = place(reference);
    row[at] = at < first || at > last ? signs.beside : signs.across;
  }
  if (isOn(point)) row[place(point)] = signs.point;
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
