import type { SymbolChoice } from '../theme/symbols.ts';

/** `null`, NaN and the infinities are gaps in every chart. */
export type Figure = number | null;

export type ChartSet = { readonly set?: SymbolChoice };

export function isFigure(value: Figure): value is number {
  return value !== null && Number.isFinite(value);
}

/** Sign of a gap. */
export function gapSign(set: SymbolChoice | undefined): string {
  return set === 'ascii' ? '?' : '·';
}

/** Place of a value on a scale, 0..1; values outside stand at its end, and a scale without length is all middle. */
export function share(value: number, min: number, max: number): number {
  if (!(max > min)) return 0.5;
  return Math.min(1, Math.max(0, (value - min) / (max - min)));
}
