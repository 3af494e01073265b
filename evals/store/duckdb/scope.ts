import type { Ranking } from '../port.ts';
import { type Batch, dropsTwins, isWindowed } from './batch.ts';
import { ANALYZER_NUMBERS } from './fold.ts';

/** What a call joins to find its rows: all of `near` by its embedding, or its own lines of `scope`. */
export type Scope = { readonly table: string; readonly key: 'e' | 'c' };

/**
 * The lines in which the calls of a batch find their rows. `near` has a line for each pair of embedding and row,
 * so it holds no column that no call reads: writing all of them costs as much again as the cosines.
 */
export function scopeOf(batch: Batch, { candidates }: Ranking): Scope {
  if (candidates === 'window') return { table: 'scope', key: 'c' };
  return { table: completed('near', ROW_COLUMNS, batch), key: 'e' };
}

/** The relation `matched` with all its columns. */
export function matchedRows(batch: Batch): string {
  return completed('matched', MATCH_COLUMNS, batch);
}

/** Columns of `near` beside `e`, `ord` and `units`. */
export function nearColumns(batch: Batch, { candidates }: Ranking): string {
  return candidates === 'window'
    ? ['tbl', 'age', ...Object.keys(ROW_COLUMNS)].join(', ')
    : written(ROW_COLUMNS, batch);
}

/** Columns of `matched` that the batch writes. */
export function matchedColumns(batch: Batch): string {
  return written(MATCH_COLUMNS, batch);
}

/** Columns that a call may read, each with what stands for it where no call of the batch does; null: it is read. */
type Columns = { readonly [column: string]: (batch: Batch) => string | null };

const isRead = () => null;

const oneAnalyzer: Columns[string] = ({ analyzers: [only, another] }) =>
  only === undefined || another !== undefined ? null : String(ANALYZER_NUMBERS[only]);

const ROW_COLUMNS: Columns = {
  length: isRead,
  analyzer: oneAnalyzer,
  instant: ({ calls }) => (isWindowed(calls) ? null : 'NULL::BIGINT'),
  twin: ({ tables }) => (tables.some(dropsTwins) ? null : 'NULL::INTEGER'),
};

const MATCH_COLUMNS: Columns = {
  c: isRead,
  q: isRead,
  ord: isRead,
  units: ({ embeddings }) => (embeddings.length > 0 ? null : 'NULL::INTEGER'),
  length: isRead,
  analyzer: oneAnalyzer,
  g: ({ tables }) => (tables.some(dropsTwins) ? null : '-1 - ord'),
  inside: ({ calls }) => (isWindowed(calls) ? null : 'true'),
  extra: isRead,
};

function written(columns: Columns, batch: Batch): string {
  return Object.entries(columns)
    .flatMap(([column, replaced]) => (replaced(batch) === null ? [column] : []))
    .join(', ');
}

function completed(table: string, columns: Columns, batch: Batch): string {
  const absent = Object.entries(columns).flatMap(([column, replaced]) => {
    const constant = replaced(batch);
    return constant === null ? [] : [`, ${constant} AS ${column}`];
  });
  return `(SELECT *${absent.join('')} FROM ${table})`;
}
