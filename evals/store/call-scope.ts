import type { Session } from '../policy/index.ts';
import type { RankedCall, TableSchema } from './port.ts';

const MOST_ROWS = 1000;

/** Whether a ranked call reads this table, apart from what the session may see (evaluate.md 9.1). */
export function callReadsTable(
  { name, declaration }: TableSchema,
  { prefix, tables, surface }: Pick<RankedCall, 'prefix' | 'tables' | 'surface'>,
): boolean {
  if (!name.startsWith(prefix)) return false;
  if (tables !== undefined && !tables.includes(name)) return false;
  return surface === 'all' || (surface === 'edge_retrieval') === (declaration.role === 'edges');
}

/** Rows that a call may return: the least of its limit, the grant's and 1000. */
export function rowLimitOf(
  { limit }: Pick<RankedCall, 'limit'>,
  { rowLimit }: Pick<Session, 'rowLimit'>,
): number {
  return Math.max(0, Math.min(limit, rowLimit ?? MOST_ROWS, MOST_ROWS));
}

/** Sizes of the windows of `candidates = "window"` (9.2). */
export function windowSizes(rowLimit: number): { readonly newest: number; readonly nearest: number } {
  return { newest: Math.max(8 * rowLimit, 200), nearest: Math.max(4 * rowLimit, 64) };
}

/** Indexes that bring rows into a `window` beside the newest ones. */
export function declaredIndexes({ declaration }: TableSchema): Record<'fulltext' | 'vector', boolean> {
  const declares = (kind: 'fulltext' | 'vector') => declaration.indexes.some(index => index.kind === kind);
  return { fulltext: declares('fulltext'), vector: declares('vector') };
}

/** A column that some session may not read must not decide which row another session gets. */
export function dedupeColumn(
  { contentHashColumn }: Pick<TableSchema['declaration'], 'contentHashColumn'>,
  shut: ReadonlySet<string>,
): string | null {
  return contentHashColumn === null || shut.has(contentHashColumn) ? null : contentHashColumn;
}

/** The floor that an answer reports: the highest of its tables' analyzers, null when none has one. */
export function reportedFloor(floors: Iterable<number | null>): number | null {
  let highest: number | null = null;
  for (const floor of floors) {
    if (floor !== null && (highest === null || floor > highest)) highest = floor;
  }
  return highest;
}
