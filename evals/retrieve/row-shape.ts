import type { JsonObject } from '../../core/json.ts';
import type { ColumnType, TableSchema } from '../store/port.ts';
import { snippetColumns, snippetOf } from './snippet.ts';
import { dateColumnOf, type Publication, publicationOf } from './window.ts';

/** What lexical scoring and the recency window read of one row. */
export type RowShape = Publication & { readonly snippet: string | null };

type Columns = { readonly snippet: readonly string[]; readonly date: string | null };

/**
 * Reads the snippet and the publication of the rows of one table (evaluate.md 8.1, 9.6). The columns that count are the
 * declared ones and the text cells that the row itself brings: a column that only some other row has, which the
 * session may not see, must not move a score of this one. `shut`: columns that the policy shuts for some session.
 */
export function rowShapes(
  { declaration }: Pick<TableSchema, 'declaration'>,
  shut: ReadonlySet<string>,
): (cells: JsonObject) => RowShape {
  const declared = Object.entries(declaration.columns).map(([name, type]) => ({ name, type }));
  const excluded = new Set([...shut, ...declaration.partitionBy]);
  const known = new Map<string, Columns>();
  return cells => {
    const own = Object.keys(cells).filter(
      name => typeof cells[name] === 'string' && !Object.hasOwn(declaration.columns, name),
    );
    const key = own.join('\n');
    let columns = known.get(key);
    if (columns === undefined) {
      columns = columnsOf([...declared, ...own.map(text)], excluded, shut);
      if (known.size < REMEMBERED) known.set(key, columns);
    }
    const { snippet, date } = columns;
    // A table that declares its columns may say that it has no text; of another one only its rows could tell.
    const isTextless = snippet.length === 0 && declared.length === 0;
    return { snippet: isTextless ? '' : snippetOf(snippet, cells), ...publicationOf(date, cells) };
  };
}

/** Rows of one table share few sets of columns; hostile ones must not grow the memory for ever. */
const REMEMBERED = 1024;

function text(name: string): { readonly name: string; readonly type: ColumnType } {
  return { name, type: 'string' };
}

function columnsOf(
  columns: readonly { readonly name: string; readonly type: ColumnType }[],
  excluded: ReadonlySet<string>,
  shut: ReadonlySet<string>,
): Columns {
  return { snippet: snippetColumns(columns, excluded), date: dateColumnOf(columns, shut) };
}
