import { filledParts } from './bar.ts';
import { type ChartSet, type Figure, gapSign, isFigure, share } from './scale.ts';

export type DivergeOptions = ChartSet & {
  /** Distance from zero at which a side is full. */
  readonly max: number;
};

/**
 * A bar to the left or right of a zero line in exactly `width` cells [chart.diverge], by halves of a cell. The
 * sides are equally long; of an even width the last cell stays free.
 */
export function diverge(value: Figure, width: number, { max, set }: DivergeOptions): string {
  if (width < 1) return '';
  const side = Math.floor((width - 1) / 2);
  const free = ' '.repeat(width - 1 - 2 * side);
  const blank = ' '.repeat(side);
  if (!isFigure(value)) return blank + gapSign(set) + blank + free;
  const arm = sideBar(Math.abs(value), max, side, set === 'ascii' ? ASCII : BLOCKS, value < 0);
  const zero = set === 'ascii' ? '|' : '│';
  return (value < 0 ? arm + zero + blank : blank + zero + arm) + free;
}

type Signs = { readonly parts: 1 | 2; readonly left: string; readonly right: string };

const BLOCKS: Signs = { parts: 2, left: '█', right: '█' };
const ASCII: Signs = { parts: 1, left: '<', right: '>' };

function sideBar(size: number, max: number, side: number, signs: Signs, isLeft: boolean): string {
  const filled = filledParts(share(size, 0, max), side * signs.parts);
  const whole = Math.floor(filled / signs.parts);
  const isHalf = filled % signs.parts === 1;
  const blank = ' '.repeat(side - whole - (isHalf ? 1 : 0));
  return isLeft
    ? blank + (isHalf ? '▐' : '') + signs.left.repeat(whole)
    : signs.right.repeat(whole) + (isHalf ? '▌' : '') + blank;
}
