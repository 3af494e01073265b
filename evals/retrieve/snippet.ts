import { compareCodePoints } from '../../core/code-points.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ColumnType } from '../store/port.ts';

type Column = { readonly name: string; readonly type: ColumnType };

const PREFERRED = ['title', 'headline', 'name', 'subject', 'summary', 'abstract', 'description', 'thesis'];
const TECHNICAL = /^_|^(?:id|date|time)$|(?:_id|_key|hash|url|uri|link|_at|_date|_time|email)$/;
const MOST_COLUMNS = 3;

/**
 * Columns that the snippet reads, in order, at most three (evaluate.md 8.1); empty: no lexical score.
 * excluded: partition columns and the columns that the policy shuts for some session.
 */
export function snippetColumns(columns: readonly Column[], excluded: ReadonlySet<string>): readonly string[] {
  return columns
    .filter(({ name, type }) => type === 'string' && !TECHNICAL.test(name) && !excluded.has(name))
    .map(({ name }) => name)
    .sort((a, b) => preference(a) - preference(b) || compareCodePoints(a, b))
    .slice(0, MOST_COLUMNS);
}

/** The text that lexical scoring reads, null when the table has no eligible column. */
export function snippetOf(columns: readonly string[], cells: JsonObject): string | null {
  return columns.length === 0 ? null : stringCells(columns, cells).join(' — ');
}

/** Columns of the row text: outside the key, not shut, in code-point order. */
export function rowTextColumns(
  columns: readonly Column[],
  primaryKey: readonly string[],
  shut: ReadonlySet<string>,
): readonly string[] {
  return columns
    .map(({ name }) => name)
    .filter(name => !primaryKey.includes(name) && !shut.has(name))
    .sort(compareCodePoints);
}

/** What the embedder and the reader see of a row: its string cells, whatever their declared type. */
export function rowText(columns: readonly string[], cells: JsonObject): string {
  return stringCells(columns, cells).join(' ');
}

function preference(name: string): number {
  const index = PREFERRED.indexOf(name);
  return index === -1 ? PREFERRED.length : index;
}

function stringCells(columns: readonly string[], cells: JsonObject): readonly string[] {
  const texts: string[] = [];
  for (const column of columns) {
    const cell = Object.hasOwn(cells, column) ? cells[column] : null;
    if (typeof cell === 'string') texts.push(cell);
  }
  return texts;
}
