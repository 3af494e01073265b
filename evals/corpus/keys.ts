import { canonicalJson } from '../../core/canonical-json.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';

/**
 * Key of a row (evaluate.md 4.4): values of the key columns joined with `,`; strings as they are, other
 * values by canonical JSON, a missing column as the empty string. Returned rows are keyed by this function too.
 */
export function rowKey(primaryKey: readonly string[], cells: JsonObject): string {
  return primaryKey.map(column => keyPart(cellOf(cells, column))).join(',');
}

/** A cell, undefined where the row lacks the column; a column may be called `constructor`. */
export function cellOf(cells: JsonObject, column: string): JsonValue | undefined {
  return Object.hasOwn(cells, column) ? cells[column] : undefined;
}

export function hasNoKey(primaryKey: readonly string[], cells: JsonObject): boolean {
  return primaryKey.every(column => keyPart(cellOf(cells, column)) === '');
}

/** Notes a row's key; gives the line of an earlier row whose different key joins to the same text. */
export type KeyLedger = (key: string, cells: JsonObject, line: number) => number | undefined;

/**
 * Finds keys that differ and still join to one text. Only rows that could take part are remembered, so that
 * memory does not grow with a plain table: two keys can meet only where a part of each holds a comma, or is
 * missing, empty, null or the text `null`, or where the column may mix types (`mixed`: declared as json).
 */
export function createKeyLedger(primaryKey: readonly string[], mixed: ReadonlySet<string>): KeyLedger {
  const seen = new Map<string, { readonly tuple: string; readonly line: number }>();
  const couldMeet = (column: string, cells: JsonObject): boolean => {
    const cell = cellOf(cells, column);
    if (cell === undefined || cell === null || cell === '' || cell === 'null' || mixed.has(column))
      return true;
    return (
      primaryKey.length > 1 && (typeof cell === 'object' || (typeof cell === 'string' && cell.includes(',')))
    );
  };
  return (key, cells, line) => {
    if (!primaryKey.some(column => couldMeet(column, cells))) return undefined;
    const tuple = tupleText(primaryKey, cells);
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, { tuple, line });
    return earlier === undefined || earlier.tuple === tuple ? undefined : earlier.line;
  };
}

function keyPart(cell: JsonValue | undefined): string {
  if (cell === undefined) return '';
  return typeof cell === 'string' ? cell : canonicalJson(cell);
}

/** One text per tuple: JSON values delimit themselves, and a missing one is nothing at all. */
function tupleText(primaryKey: readonly string[], cells: JsonObject): string {
  return primaryKey
    .map(column => cellOf(cells, column))
    .map(cell => (cell === undefined ? '' : canonicalJson(cell)))
    .join(',');
}
