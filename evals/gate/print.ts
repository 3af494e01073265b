import type { Figure } from '../score/figure.ts';

const MOST_DIGITS = 20;

/**
 * Two figures beside each other: as few decimals as given, more only until the two differ, so that no red
 * reads `0.8000 < 0.8000`.
 */
export function figurePair(a: number, b: number, digits = 4): readonly [string, string] {
  for (let shown = digits; shown < MOST_DIGITS; shown += 1) {
    const pair = [a.toFixed(shown), b.toFixed(shown)] as const;
    if (pair[0] !== pair[1] || a === b) return pair;
  }
  return [String(a), String(b)];
}

/** One figure; a value that was not measured is no number. */
export function figureText(figure: Figure, digits = 4): string {
  return figure === null ? 'no figure' : figure.toFixed(digits);
}
