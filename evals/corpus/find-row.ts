import type { JsonObject } from '../../core/json.ts';
import type { Corpus } from './corpus.ts';
import { rowKey } from './keys.ts';
import { readRows } from './row-source.ts';

/**
 * The last row of a corpus with a key, as its file holds it; undefined where there is none. It reads the table's file
 * from its beginning, so it is for one row that somebody looks at.
 */
export async function findRow(
  corpus: Corpus,
  table: string,
  key: string,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const found = corpus.tables.find(one => one.declaration.name === table);
  if (found === undefined || found.rowFile === null) return undefined;
  const { declaration, rowFile } = found;
  let last: JsonObject | undefined;
  for await (const rows of readRows(rowFile, declaration)) {
    signal.throwIfAborted();
    for (const { cells } of rows) if (rowKey(declaration.primaryKey, cells) === key) last = cells;
  }
  return last;
}
