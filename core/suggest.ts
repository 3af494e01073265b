import { compareCodePoints } from './code-points.ts';

const MOST = 3;

/**
 * Did you mean: the at most three candidates nearest to what was typed, nearest first, ties by code point.
 * Distance is optimal string alignment on lower case; a candidate that starts with an input of two or more
 * characters is at most 1 away; kept up to max(1, ⌊length / 3⌋). tui-cli.md 6.
 */
export function suggest(input: string, candidates: readonly string[]): readonly string[] {
  const typed = [...input.toLowerCase()];
  const limit = Math.max(1, Math.floor(typed.length / 3));
  return [...new Set(candidates)]
    .map(candidate => ({ candidate, distance: distanceTo(typed, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || compareCodePoints(a.candidate, b.candidate))
    .slice(0, MOST)
    .map(({ candidate }) => candidate);
}

function distanceTo(typed: readonly string[], candidate: string): number {
  const distance = alignmentDistance(typed, [...candidate]);
  return typed.length >= 2 && candidate.startsWith(typed.join('')) ? Math.min(1, distance) : distance;
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours, no piece edited twice. */
export function alignmentDistance(a: readonly string[], b: readonly string[]): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(substitution, at(last, j) + 1, at(row, j - 1) + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, at(beforeLast, j - 2) + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
