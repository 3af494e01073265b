import type { Ranking } from '../port.ts';
import { type Batch, dropsTwins } from './batch.ts';
import { ANALYZER_NUMBERS } from './fold.ts';

/** What a call joins to find its rows: all of `near` by its embedding, or its own lines of `scope`. */
export type Scope = { readonly table: string; readonly key: 'e' | 'c' };

/**
 * The lines in which the calls of a batch find their rows. `near` has a line for each pair of embedding and row,
 * so it holds no column that no call reads: writing all of them costs as much again as the cosines.
 */
export function scopeOf(batch: Batch, { candidates }: Ranking): Scope {
  if (candidates === 'window') return { table: 'scope', key: 'c' };
  const absent = Object.entries(ROW_COLUMNS).flatMap(([column, replaced]) => {
    const constant = replaced(batch);
    return constant === null ? [] : [`, ${constant} AS ${column}`];
  });
  return { table: `(SELECT *${absent.join('')} FROM near)`, key: 'e' };
}

/** Columns of `near` beside `e`, `ord` and `units`. */
export function nearColumns(batch: Batch, { candidates }: Ranking): string {
  const all = Object.entries(ROW_COLUMNS);
  if (candidates === 'window') return ['tbl', 'age', ...all.map(([column]) => column)].join(', ');
  return all.flatMap(([column, replaced]) => (replaced(batch) === null ? [column] : [])).join(', ');
}

/** Columns of a row that a call may read, with what stands for one that no call of the batch reads. */
const ROW_COLUMNS: { readonly [column: string]: (batch: Batch) => string | null } = {
  length: () => null,
  analyzer: ({ analyzers: [only, another] }) =>
    only === undefined || another !== undefined ? null : String(ANALYZER_NUMBERS[only]),
  instant: ({ calls }) => (calls.some(({ call }) => call.sinceNs !== null) ? null : 'NULL::BIGINT'),
  twin: ({ tables }) => (tables.some(dropsTwins) ? null : 'NULL::INTEGER'),
};
