import type { FieldTable } from '../filter/field-table.ts';
import { parseFilter } from '../filter/parse.ts';
import type { LinkQuery } from '../links.ts';
import type { Screen } from './screen.ts';

/** The column that shows by what a list is sorted; the filter's own order wins over that of the link. */
export function sortedBy(
  { filter, sort }: LinkQuery,
  fields: FieldTable,
  columnOf: { readonly [key: string]: string },
): Screen['sorted'] {
  const [written] = filter === undefined ? [] : (parseFilter(filter, fields).sort ?? []);
  const [key, descending] =
    written === undefined
      ? [sort?.split(',')[0]?.replace(/-$/, ''), sort?.split(',')[0]?.endsWith('-') === true]
      : [written[0], written[1] === 'desc'];
  const column = key === undefined ? undefined : (columnOf[key] ?? key);
  return column === undefined ? undefined : { column, descending };
}
