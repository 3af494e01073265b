import type { DuckDBDataChunk } from '@duckdb/node-api';
import { type Session, visibilityOf } from '../../policy/index.ts';
import type { Predicate } from '../../policy/predicate.ts';
import type { Bounds, Ranking, TableSchema } from '../port.ts';
import type { Connection } from './engine.ts';
import { tableNumber, versionsSql } from './fold.ts';
import { integersOf } from './integers.ts';
import type { Landing } from './landing.ts';
import { TABLES } from './layout.ts';
import { engineTypeOf, type PolicyCells, type PolicyColumns } from './policy-cells.ts';
import { type Bind, bound, boundScalar, statement } from './statement.ts';
import { arrangeRows, type VisibleBlock, type VisibleRows } from './visible-rows.ts';

/** What one reader sees and how it ranks. */
export type Sight = {
  readonly session: Session;
  readonly bounds: Bounds;
  readonly defaultRows: Predicate | null;
  readonly ranking: Ranking;
  /** Every landing of the fold that the reader was admitted to. */
  readonly landings: readonly Landing[];
  /** Whether `versions` holds that fold; a later one has replaced it otherwise. */
  readonly isFolded: () => boolean;
};

/**
 * The rows that a reader sees: policy, then the clocks (evaluate.md 5.3, 6.4). Everything else that the reader asks
 * goes through them, so a withheld row has no effect.
 */
export async function readVisible(
  connection: Connection,
  cells: PolicyCells,
  sight: Sight,
): Promise<VisibleRows> {
  const opened = openedTables(sight);
  const cellTable = await cellTableOf(connection, cells, opened);
  const blocks: VisibleBlock[] = [];
  await connection.chunks(
    statement(bind => visibleSql(bind, sight, opened, cellTable)),
    chunk => blocks.push(blockOf(chunk)),
  );
  return arrangeRows(blocks, opened, landedRows(sight));
}

function blockOf(chunk: DuckDBDataChunk): VisibleBlock {
  const numbers = (column: number) => integersOf(chunk.getColumnValues(column));
  const instants = (column: number) =>
    BigInt64Array.from(chunk.getColumnValues(column), value => (typeof value === 'bigint' ? value : 0n));
  return {
    ords: numbers(0),
    rids: numbers(1),
    tables: numbers(2),
    runs: numbers(3),
    seqs: numbers(4),
    lengths: numbers(5),
    twins: numbers(6),
    instants: instants(7),
    isDated: numbers(8),
    dates: instants(9),
  };
}

/** The numbers of the same rows as a temporary table of the connection, for statements that must not read others. */
export async function makeSeen(
  connection: Connection,
  cells: PolicyCells,
  sight: Sight,
  name: string,
): Promise<void> {
  const opened = openedTables(sight);
  const cellTable = await cellTableOf(connection, cells, opened);
  await connection.run(
    statement(
      bind =>
        `CREATE OR REPLACE TEMP TABLE ${name} AS SELECT rid FROM (${visibleSql(bind, sight, opened, cellTable)})`,
    ),
  );
}

/** Rows of the store when the reader was admitted; every `rid` and `ord` is below. */
function landedRows({ landings }: Sight): number {
  return landings.reduce((sum, { rows }) => sum + rows, 0);
}

async function cellTableOf(
  connection: Connection,
  cells: PolicyCells,
  opened: readonly OpenedTable[],
): Promise<string | null> {
  const policed = opened.filter(({ columns }) => columns.columns.length > 0).map(({ columns }) => columns);
  return policed.length === 0 ? null : await cells.tableOf(connection, policed);
}

type OpenedTable = {
  readonly number: number;
  readonly schema: TableSchema;
  readonly columns: PolicyColumns;
  readonly condition: (bind: Bind) => string;
};

/** Tables that the session may read at all, with the condition on their rows. */
function openedTables({ session, defaultRows, landings }: Sight): readonly OpenedTable[] {
  const opened: OpenedTable[] = [];
  for (const [name, schema] of schemasOf(landings)) {
    const visibility = visibilityOf(schema, session, { defaultRows });
    if (visibility.kind === 'nothing') continue;
    const used = new Map<string, PolicyColumns['columns'][number]>();
    const physicalName = (column: string): string => {
      const known = used.get(column);
      if (known !== undefined) return known.physical;
      const type = schema.columns.find(candidate => candidate.name === column)?.type ?? 'json';
      const physical = `c_${String(used.size).padStart(4, '0')}_${engineTypeOf(type).toLowerCase()}`;
      used.set(column, { name: column, type, physical });
      return physical;
    };
    // The first compilation tells which columns the condition reads.
    visibility.compile('duckdb', physicalName);
    const holding = landings.filter(landing => landing.schema.name === name).map(({ number }) => number);
    opened.push({
      number: tableNumber(landings, { schema }),
      schema,
      columns: { landings: holding, columns: [...used.values()] },
      condition: bind => {
        const { sql, parameters } = visibility.compile('duckdb', physicalName, bind.next());
        for (const value of parameters) bind(boundScalar(value));
        return sql;
      },
    });
  }
  return opened;
}

function visibleSql(
  bind: Bind,
  { bounds, landings, isFolded }: Sight,
  opened: readonly OpenedTable[],
  cellTable: string | null,
): string {
  const stored = bounds.landedAsOf === null && isFolded();
  const versions = stored ? TABLES.versions : `(${versionsSql(bind, landings, bounds.landedAsOf)})`;
  const admitted = opened.map(({ number, condition }) => `(tbl = ${number} AND ${condition(bind)})`);
  const hasContent = opened.some(({ schema }) => schema.declaration.contentHashColumn !== null);
  const twin = hasContent
    ? 'CASE WHEN content IS NOT NULL THEN min(ord) OVER (PARTITION BY tbl, content) END'
    : '-1';
  // The engine's module takes five times as long for a column with nulls.
  return `SELECT ord, versions.rid, tbl, run, seq, coalesce(length, -1), coalesce(${twin}, -1), coalesce(instant, 0),
    instant IS NOT NULL, dated
    FROM ${versions} versions ${cellTable === null ? '' : `LEFT JOIN ${cellTable} cells ON versions.rid = cells.rid`}
    WHERE NOT deleted AND (${admitted.length === 0 ? 'false' : admitted.join(' OR ')})
      AND ${currentSql(bind, bounds)}`;
}

/** The versions that are current at the read's bounds: evals/store/fold.ts `isCurrent`. */
function currentSql(bind: Bind, { availableAsOf, validAsOf }: Bounds): string {
  const available = availableAsOf === null ? null : bind(bound.instant(availableAsOf));
  const valid = validAsOf === null ? null : bind(bound.instant(validAsOf));
  const conditions = [
    available === null
      ? 'last'
      : `available <= ${available} AND (superseded IS NULL OR ${available} < superseded)`,
    ...(valid === null ? [] : [`valid_from <= ${valid} AND (valid_to IS NULL OR valid_to > ${valid})`]),
  ];
  return conditions.join(' AND ');
}

/** The newest declaration of each table. */
export function schemasOf(landings: readonly Landing[]): ReadonlyMap<string, TableSchema> {
  return new Map(landings.map(({ schema }) => [schema.name, schema]));
}
