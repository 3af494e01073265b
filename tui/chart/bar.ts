import { type ChartSet, type Figure, gapSign, isFigure, share } from './scale.ts';

export type BarOptions = ChartSet & {
  /** Ends of the scale, 0 and 1 unless given. */
  readonly min?: number;
  readonly max?: number;
};

/** A bar from the left in exactly `width` cells [chart.bar]. Only the maximum fills it, all above the minimum shows. */
export function bar(value: Figure, width: number, { min = 0, max = 1, set }: BarOptions = {}): string {
  if (width < 1) return '';
  if (!isFigure(value)) return gapSign(set) + ' '.repeat(width - 1);
  const parts = set === 'ascii' ? 1 : EIGHTHS.length;
  const filled = filledParts(share(value, min, max), width * parts);
  const whole = Math.floor(filled / parts);
  if (set === 'ascii') return '#'.repeat(whole) + '.'.repeat(width - whole);
  const rest = EIGHTHS[filled % parts] ?? '';
  return '█'.repeat(whole) + rest + ' '.repeat(width - whole - rest.length);
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** Parts of a bar that are filled: all only at 1, at least one above 0. */
export function filledParts(part: number, all: number): number {
  if (part >= 1) return all;
  if (part <= 0) return 0;
  return Math.min(Math.max(1, Math.round(part * all)), Math.max(0, all - 1));
}
