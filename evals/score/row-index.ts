import type { RowId } from './read.ts';

/** Distinct rows numbered from 0 in order of first sight. */
export type RowIndex = { readonly size: number; readonly find: (row: RowId) => number | undefined };

export function indexRows(rows: readonly RowId[]): RowIndex {
  const tables = new Map<string, Map<string, number>>();
  let size = 0;
  for (const { table, key } of rows) {
    let keys = tables.get(table);
    if (keys === undefined) {
      keys = new Map();
      tables.set(table, keys);
    }
    if (!keys.has(key)) {
      keys.set(key, size);
      size += 1;
    }
  }
  return { size, find: ({ table, key }) => tables.get(table)?.get(key) };
}

/** Per position the number of the relevant row found there, -1 for another row. */
export function hitsOf(rows: readonly RowId[], relevant: RowIndex): number[] {
  return rows.map(row => relevant.find(row) ?? -1);
}
