import { countCodePoints } from '../../core/code-points.ts';

/** Reader tokens of a text: code points divided by four, rounded up (evaluate.md 14). */
export function tokensOf(text: string): number {
  return Math.ceil(countCodePoints(text) / 4);
}
