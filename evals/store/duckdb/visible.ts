import { type Session, visibilityOf } from '../../policy/index.ts';
import type { Predicate } from '../../policy/predicate.ts';
import type { Bounds, Ranking, TableSchema } from '../port.ts';
import type { Connection } from './engine.ts';
import { tableNumber, versionsSql } from './fold.ts';
import type { Landing } from './landing.ts';
import { TABLES, vectorTable } from './layout.ts';
import { engineTypeOf, type PolicyCells, type PolicyColumns } from './policy-cells.ts';
import { type Bind, bound, boundScalar, statement } from './statement.ts';

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

/** A table of which the session may see rows. Counts are over visible rows. */
export type VisibleTable = {
  readonly number: number;
  readonly schema: TableSchema;
  readonly rows: number;
  /** Rows with a snippet and the sum of their lengths. */
  readonly documents: number;
  readonly totalLength: number;
  /** Rows with an embedding, per dimension. */
  readonly vectors: ReadonlyMap<number, number>;
};

/**
 * Writes the visible rows of a reader into its temporary table `v`: policy, then the clocks (evaluate.md 5.3,
 * 6.4). Everything else that the reader asks joins `v`, so a withheld row has no effect. Columns: `ord`, `rid`,
 * `tbl`, `analyzer`, `run`, `seq`, `length` (null = no snippet), `instant` (what the recency window tests),
 * `dated`, `twin` (least ord of the rows of its table with its content hash), `age` (1 = newest of its table,
 * for `candidates = "window"` alone).
 */
export async function makeVisible(
  connection: Connection,
  cells: PolicyCells,
  sight: Sight,
): Promise<readonly VisibleTable[]> {
  const opened = openedTables(sight);
  const policed = opened.filter(({ columns }) => columns.columns.length > 0).map(({ columns }) => columns);
  const cellTable = policed.length === 0 ? null : await cells.tableOf(connection, policed);
  await connection.run(statement(bind => visibleSql(bind, sight, opened, cellTable)));
  const counts = await connection.rows({ text: COUNTS, bindings: [] });
  const byNumber = new Map(counts.map(([tbl, ...numbers]) => [Number(tbl), numbers.map(Number)]));
  const dimensions = [...new Set(sight.landings.flatMap(landing => landing.dimensions))];
  const vectors = await Promise.all(dimensions.map(dimension => countVectors(connection, dimension)));
  return opened.map(({ number, schema }) => {
    const [rows = 0, documents = 0, totalLength = 0] = byNumber.get(number) ?? [];
    const held = dimensions.map((dimension, at) => [dimension, vectors[at]?.get(number) ?? 0] as const);
    return { number, schema, rows, documents, totalLength, vectors: new Map(held) };
  });
}

const COUNTS = 'SELECT tbl, count(*), count(length), coalesce(sum(length), 0) FROM v GROUP BY tbl';

async function countVectors(connection: Connection, dimension: number): Promise<ReadonlyMap<number, number>> {
  const text = `SELECT tbl, count(*) FROM v SEMI JOIN ${vectorTable(dimension)} x ON v.rid = x.rid GROUP BY tbl`;
  const counts = await connection.rows({ text, bindings: [] });
  return new Map(counts.map(([tbl, count]) => [Number(tbl), Number(count)]));
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
  { bounds, landings, ranking, isFolded }: Sight,
  opened: readonly OpenedTable[],
  cellTable: string | null,
): string {
  const stored = bounds.landedAsOf === null && isFolded();
  const versions = stored ? TABLES.versions : `(${versionsSql(bind, landings, bounds.landedAsOf)})`;
  const admitted = opened.map(({ number, condition }) => `(tbl = ${number} AND ${condition(bind)})`);
  const hasContent = opened.some(({ schema }) => schema.declaration.contentHashColumn !== null);
  const twin = hasContent
    ? 'CASE WHEN content IS NOT NULL THEN min(ord) OVER (PARTITION BY tbl, content) END'
    : 'NULL::INTEGER';
  const age =
    ranking.candidates === 'window'
      ? '(row_number() OVER (PARTITION BY tbl ORDER BY run DESC, seq DESC))::INTEGER'
      : 'NULL::INTEGER';
  return `CREATE TEMP TABLE v AS
    SELECT ord, versions.rid, tbl, analyzer, run, seq, length, instant, dated, ${twin} AS twin, ${age} AS age
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
