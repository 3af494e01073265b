import type { Figure } from './figure.ts';
import type { Row, RowId } from './read.ts';
import type { RateMetric } from './registry.ts';
import { indexRows, type RowIndex } from './row-index.ts';

export type RateFigures = { readonly [metric in RateMetric]: Figure };

/** What the rates ask of a case. forbidden: null unless the case is a regression case with a must-not set. */
export type RateTruth = {
  readonly forbidden: RowIndex | null;
  readonly dated: boolean;
  readonly mustAbstain: boolean;
};

/** The four rates of one returned list (scoring.md 3), each in [0, 1] or no figure. */
export function rateFigures(rows: readonly Row[], truth: RateTruth): RateFigures {
  const { forbidden } = truth;
  return {
    forbidden_row_rate: forbidden === null ? null : shareOf(rows, row => forbidden.find(row) !== undefined),
    duplicate_row_rate: duplicateRate(rows),
    in_window_rate: truth.dated && rows.length > 0 ? shareOf(rows, row => row.in_window) : null,
    abstention_rate: abstentionRate(rows.length, truth.mustAbstain),
  };
}

/** Positions that repeat an earlier row / length. A repeat never aborts and is never hidden. */
export function duplicateRate(rows: readonly RowId[]): number {
  if (rows.length === 0) return 0;
  const repeats = rows.length > FEW ? rows.length - indexRows(rows).size : repeatsOf(rows);
  return repeats / rows.length;
}

/** Up to so many rows comparing each with those before it beats an index, by far for the usual ten. */
const FEW = 16;

function repeatsOf(rows: readonly RowId[]): number {
  let repeats = 0;
  for (let at = 1; at < rows.length; at += 1) {
    for (let before = 0; before < at; before += 1) {
      if (!isSame(rows[before], rows[at])) continue;
      repeats += 1;
      break;
    }
  }
  return repeats;
}

function isSame(a: RowId | undefined, b: RowId | undefined): boolean {
  return a?.key === b?.key && a?.table === b?.table;
}

export function abstentionRate(length: number, mustAbstain: boolean): Figure {
  if (!mustAbstain) return null;
  return length === 0 ? 1 : 0;
}

function shareOf(rows: readonly Row[], holds: (row: Row) => boolean): number {
  if (rows.length === 0) return 0;
  let count = 0;
  for (const row of rows) if (holds(row)) count += 1;
  return count / rows.length;
}
