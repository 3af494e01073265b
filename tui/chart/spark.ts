import { type ChartSet, type Figure, gapSign, isFigure, share } from './scale.ts';

export type SparkOptions = ChartSet & {
  /** Ends of the scale; those of the values unless given. Compared lines need the same. */
  readonly min?: number;
  readonly max?: number;
};

/**
 * A line of figures, one cell each and oldest first, in exactly `width` cells [chart.spark]. More figures than
 * cells are averaged into even groups; where all are equal they stand in the middle.
 */
export function spark(values: readonly Figure[], width: number, options: SparkOptions = {}): string {
  const points = grouped(values, width);
  const figures = points.filter(isFigure);
  const min =
    options.min ?? figures.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const max = options.max ?? figures.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const steps = options.set === 'ascii' ? ASCII : BLOCKS;
  const signs = points.map(value =>
    isFigure(value) ? (steps[step(value, min, max)] ?? '') : gapSign(options.set),
  );
  return signs.join('') + ' '.repeat(Math.max(0, width - signs.length));
}

const BLOCKS = [...'▁▂▃▄▅▆▇█'];
const ASCII = [...'._-~=+*#'];
const LAST = BLOCKS.length - 1;
const MIDDLE = 3;

function step(value: number, min: number, max: number): number {
  if (!(max > min)) return MIDDLE;
  return Math.min(LAST, Math.floor(share(value, min, max) * BLOCKS.length));
}

function grouped(values: readonly Figure[], width: number): readonly Figure[] {
  if (values.length <= width) return values;
  const border = (cell: number): number => Math.floor((cell * values.length) / width);
  return Array.from({ length: Math.max(0, width) }, (_, cell) =>
    mean(values.slice(border(cell), border(cell + 1)).filter(isFigure)),
  );
}

function mean(figures: readonly number[]): Figure {
  return figures.length === 0 ? null : figures.reduce((sum, value) => sum + value / figures.length, 0);
}
