import type { ColumnSpec } from './columns.ts';

/** Columns of the lists, in the order in which they stand (tui-cli.md 15). */
export const screenColumns = {
  runs: [
    { id: 'verdict', rank: 0, min: 1, ideal: 7, max: 7, grow: 0 },
    { id: 'run', rank: 0, min: 10, ideal: 12, max: 32, grow: 1 },
    { id: 'age', rank: 3, min: 7, ideal: 8, max: 8, grow: 0 },
    { id: 'cases', rank: 4, min: 5, ideal: 7, max: 7, grow: 0 },
    { id: 'recall', rank: 2, min: 5, ideal: 14, max: 14, grow: 0 },
    { id: 'ndcg', rank: 5, min: 5, ideal: 14, max: 14, grow: 0 },
    { id: 'worst', rank: 1, min: 16, ideal: 22, max: 60, grow: 2 },
    { id: 'trend', rank: 6, min: 8, ideal: 12, max: 20, grow: 1 },
    { id: 'tier', rank: 7, min: 5, ideal: 13, max: 13, grow: 0 },
    { id: 'commit', rank: 8, min: 7, ideal: 8, max: 12, grow: 0 },
  ],
  cases: [
    { id: 'outcome', rank: 0, min: 1, ideal: 8, max: 8, grow: 0 },
    { id: 'case', rank: 0, min: 12, ideal: 18, max: 40, grow: 1 },
    { id: 'lexical', rank: 4, min: 5, ideal: 12, max: 12, grow: 0 },
    { id: 'vector', rank: 5, min: 5, ideal: 12, max: 12, grow: 0 },
    { id: 'hybrid', rank: 1, min: 5, ideal: 14, max: 14, grow: 0 },
    { id: 'moved', rank: 2, min: 4, ideal: 6, max: 6, grow: 0 },
    { id: 'gold', rank: 6, min: 4, ideal: 5, max: 5, grow: 0 },
    { id: 'cause', rank: 3, min: 8, ideal: 14, max: 20, grow: 0 },
    { id: 'tags', rank: 8, min: 8, ideal: 12, max: 30, grow: 1 },
    { id: 'question', rank: 7, min: 10, ideal: 24, max: 200, grow: 3 },
  ],
  slices: [
    { id: 'outcome', rank: 0, min: 1, ideal: 9, max: 9, grow: 0 },
    { id: 'slice', rank: 0, min: 10, ideal: 16, max: 40, grow: 1 },
    { id: 'n', rank: 2, min: 4, ideal: 6, max: 6, grow: 0 },
    { id: 'worst', rank: 1, min: 12, ideal: 20, max: 44, grow: 1 },
    { id: 'recall', rank: 3, min: 5, ideal: 14, max: 26, grow: 1 },
    { id: 'ndcg', rank: 4, min: 5, ideal: 14, max: 26, grow: 1 },
    { id: 'rprec', rank: 5, min: 5, ideal: 14, max: 26, grow: 1 },
    { id: 'trend', rank: 6, min: 8, ideal: 12, max: 20, grow: 0 },
  ],
} as const satisfies Record<string, readonly ColumnSpec[]>;
