import type { DuckDBType } from '@duckdb/node-api';
import type { Connection } from './engine.ts';
import type { EngineModule } from './statement.ts';

/**
 * The physical layout. All corpus tables share it, told apart by generated numbers, since a table of its own
 * for each costs a few statements of 1 ms each; and no name from outside is a name here.
 *
 * `entries`      one line per landed row, in order of landing
 * `vectors_<d>`  embeddings of dimension d, in row order; rows without one, or with a norm of 0, have no line:
 *                the engine gives −1 for the cosine of a zero vector. `squares` = Σa²
 * `staged`       postings as they land; `postings` the same ordered by (term, rid) from the fold on
 * `versions`     what readers read: made by the fold
 *
 * Of a store that is kept in a file two tables more, which hold what is in memory otherwise (`kept-store.ts`):
 * `terms`        the dictionary, in the order of its numbers
 * `landings`     the numbers of each landing
 */
export const TABLES = {
  entries: 'entries',
  staged: 'staged',
  postings: 'postings',
  versions: 'versions',
  terms: 'terms',
  landings: 'landings',
} as const;

/** Of the tables below and of what their cells mean: one more with each change to either. */
export const LAYOUT_VERSION = 1;

export function vectorTable(dimension: number): string {
  return `vectors_${Math.trunc(dimension)}`;
}

export type ColumnKind = 'INTEGER' | 'BIGINT' | 'DOUBLE' | 'VARCHAR' | 'BOOLEAN';

export type Layout = readonly (readonly [name: string, kind: ColumnKind])[];

export const ENTRY_COLUMNS = [
  ['rid', 'INTEGER'],
  ['landing', 'INTEGER'],
  ['seq', 'INTEGER'],
  ['key', 'VARCHAR'],
  ['chain', 'VARCHAR'],
  ['cells', 'VARCHAR'],
  ['marks', 'VARCHAR'],
  ['snippet', 'VARCHAR'],
  ['lowered', 'VARCHAR'],
  ['length', 'INTEGER'],
  ['order_kind', 'INTEGER'],
  ['order_number', 'DOUBLE'],
  ['order_text', 'VARCHAR'],
  ['available', 'BIGINT'],
  ['valid_from', 'BIGINT'],
  ['valid_to', 'BIGINT'],
  ['published', 'BIGINT'],
  ['basis', 'VARCHAR'],
  ['deleted', 'BOOLEAN'],
  ['content', 'VARCHAR'],
] as const satisfies Layout;

export const POSTING_COLUMNS = [
  ['term', 'INTEGER'],
  ['rid', 'INTEGER'],
  ['tf', 'INTEGER'],
] as const satisfies Layout;

export async function createTables(connection: Connection): Promise<void> {
  await connection.execute(
    [
      createTableSql(TABLES.entries, ENTRY_COLUMNS),
      createTableSql(TABLES.staged, POSTING_COLUMNS),
      createTableSql(TABLES.postings, POSTING_COLUMNS),
    ].join(';\n'),
  );
}

function createTableSql(name: string, layout: Layout): string {
  return `CREATE TABLE ${name} (${layout.map(([column, kind]) => `${column} ${kind}`).join(', ')})`;
}

export function vectorTableSql(dimension: number): string {
  return `CREATE TABLE IF NOT EXISTS ${vectorTable(dimension)} (rid INTEGER, squares DOUBLE, vector FLOAT[${Math.trunc(dimension)}])`;
}

export function engineTypes(module: EngineModule, layout: Layout): readonly DuckDBType[] {
  return layout.map(([, kind]) => module[kind]);
}

export function vectorTypes(module: EngineModule, dimension: number): readonly DuckDBType[] {
  return [module.INTEGER, module.DOUBLE, module.ARRAY(module.FLOAT, dimension)];
}
