import type { JsonObject } from '../../core/json.ts';
import { type Nanoseconds, NS_PER_DAY, parseDateStart, parseInstant } from '../../core/time.ts';
import type { ColumnType } from '../store/port.ts';

/** What dates a row for the recency window: the column's name, `null`, `uncastable` or `_ingested_at`. */
export type Publication = { readonly publishedNs: Nanoseconds | null; readonly dateBasis: string };

export const INGESTED_BASIS = '_ingested_at';

const CANDIDATES = ['published_at', 'publication_date', 'published', 'pub_date', 'date', 'created_at'];
const DATED_TYPES: ReadonlySet<ColumnType> = new Set(['string', 'timestamp', 'date']);

/**
 * The column that dates rows (evaluate.md 9.6); null: `_ingested_at` does. A column that the policy shuts for
 * some session is passed over, since the window would tell its content.
 */
export function dateColumnOf(
  columns: readonly { readonly name: string; readonly type: ColumnType }[],
  shut: ReadonlySet<string>,
): string | null {
  const dated = new Set(columns.filter(column => DATED_TYPES.has(column.type)).map(column => column.name));
  return CANDIDATES.find(name => dated.has(name) && !shut.has(name)) ?? null;
}

/** The publication instant of a row; it has none where the cell is null or no instant, or `_ingested_at` serves. */
export function publicationOf(dateColumn: string | null, cells: JsonObject): Publication {
  if (dateColumn === null) return { publishedNs: null, dateBasis: INGESTED_BASIS };
  const cell = (Object.hasOwn(cells, dateColumn) ? cells[dateColumn] : null) ?? null;
  if (cell === null) return { publishedNs: null, dateBasis: 'null' };
  const text = typeof cell === 'string' ? cell.trim() : '';
  const instant = parseInstant(text) ?? parseDateStart(text);
  if (instant === undefined) return { publishedNs: null, dateBasis: 'uncastable' };
  return { publishedNs: instant, dateBasis: dateColumn };
}

/** The instant that the window tests: of publication, or of landing where no column dates the table. */
export function windowInstant(publication: Publication, ingestedNs: Nanoseconds): Nanoseconds | null {
  return publication.dateBasis === INGESTED_BASIS ? ingestedNs : publication.publishedNs;
}

/** No `since`: everything is inside. Else since ≤ instant ≤ anchor + 24 h; an undated row is outside. */
export function inWindow(
  instant: Nanoseconds | null,
  sinceNs: Nanoseconds | null,
  anchorNs: Nanoseconds,
): boolean {
  if (sinceNs === null) return true;
  return instant !== null && instant >= sinceNs && instant <= anchorNs + NS_PER_DAY;
}
