import { compareCodePoints } from '../../../core/code-points.ts';
import type { Nanoseconds } from '../../../core/time.ts';
import type { FoldSummary } from '../port.ts';
import type { Connection } from './engine.ts';
import type { Landing } from './landing.ts';
import { TABLES } from './layout.ts';
import { type Bind, bound, type Statement, statement } from './statement.ts';

/**
 * Turns what was landed into versions and postings, in one transaction: a reader sees the old fold or the new
 * one (evaluate.md 6.3).
 */
export async function foldStore(connection: Connection, landings: readonly Landing[]): Promise<FoldSummary> {
  await connection.execute('BEGIN');
  try {
    await sortPostings(connection);
    await connection.run(
      statement(bind => `CREATE OR REPLACE TABLE ${TABLES.versions} AS ${versionsSql(bind, landings, null)}`),
    );
    const summary = await summaryOf(connection, landings);
    if (summary.rows >= INDEXED_ROWS) await connection.execute(ENTRY_INDEX);
    await connection.execute('COMMIT');
    return summary;
  } catch (error) {
    await connection.execute('ROLLBACK');
    throw error;
  }
}

/** Shown rows are found by their numbers: in 1,000,000 rows in 1 ms instead of 20. Fewer than these are one scan. */
const INDEXED_ROWS = 4096;
const ENTRY_INDEX = `CREATE INDEX IF NOT EXISTS entries_rid ON ${TABLES.entries} (rid)`;

/**
 * Compresses the tables once they fill a third of the engine's memory: reads of a store that has spilled are
 * slower by far, while a small one is faster as it is.
 */
export async function compressLargeStore(connection: Connection): Promise<void> {
  const [row] = await connection.rows(IS_LARGE);
  if (row?.[0] === true) await connection.execute('CHECKPOINT');
}

const IS_LARGE: Statement = {
  text: `SELECT 3 * sum(memory_usage_bytes + temporary_storage_bytes) > parse_formatted_bytes(current_setting('memory_limit'))
    FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE'`,
  bindings: [],
};

async function sortPostings(connection: Connection): Promise<void> {
  const { postings, staged } = TABLES;
  await connection.execute(
    `CREATE OR REPLACE TABLE ${postings} AS
     SELECT * FROM (FROM ${postings} UNION ALL FROM ${staged}) ORDER BY term, rid`,
  );
  await connection.execute(`DELETE FROM ${staged}`);
}

/**
 * The versions over the runs committed by an instant, null = over all: one line per row that a later run of a
 * `replace` table has not dropped, in final order (`ord`: table and run id by code point, then row sequence).
 * `superseded` is the least available instant of all later versions of the chain. The definition is
 * `foldTable` of evals/store/fold.ts.
 */
export function versionsSql(
  bind: Bind,
  landings: readonly Landing[],
  landedAsOf: Nanoseconds | null,
): string {
  const committed = committedLandings(landings, landedAsOf);
  const kept = keptLandings(committed);
  const runs = committed.toSorted(compareRuns);
  const shifts = ordShifts(committed);
  const lists = {
    landing: bound.integers(kept.map(({ number }) => number)),
    tbl: bound.integers(kept.map(landing => tableNumber(landings, landing))),
    analyzer: bound.integers(kept.map(({ schema }) => ANALYZER_NUMBERS[schema.analyzer])),
    shift: bound.integers(kept.map(({ number }) => shifts.get(number) ?? 0)),
    run: bound.integers(kept.map(landing => runs.findIndex(other => compareRuns(other, landing) === 0))),
    ingested: bound.instants(kept.map(({ stamp }) => stamp.ingestedNs)),
  };
  const columns = Object.entries(lists).map(([name, list]) => `unnest(${bind(list)}) AS ${name}`);
  return `
    WITH landed AS (
      SELECT rid, rid + shift AS ord, tbl, analyzer, run, e.landing, seq, length, chain, content, deleted,
        order_kind, order_number, order_text, available, valid_from, valid_to,
        CASE WHEN basis = '_ingested_at' THEN ingested ELSE published END AS instant,
        coalesce(published, ingested) AS dated
      FROM ${TABLES.entries} e JOIN (SELECT ${columns.join(', ')}) l ON e.landing = l.landing
    )
    SELECT ${VERSION_COLUMNS}, superseded, last FROM (
      SELECT ${VERSION_COLUMNS}, NULL::BIGINT AS superseded, true AS last FROM landed WHERE chain IS NULL
      UNION ALL
      SELECT ${VERSION_COLUMNS},
        min(available) OVER (later ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS superseded,
        lead(rid) OVER later IS NULL AS last
      FROM landed WHERE chain IS NOT NULL
      WINDOW later AS (
        PARTITION BY tbl, chain
        ORDER BY order_kind NULLS FIRST, order_number NULLS FIRST, order_text NULLS FIRST,
          CASE WHEN order_kind IS NULL THEN available END NULLS FIRST, run, landing, seq
      )
    ) ORDER BY ord`;
}

function committedLandings(landings: readonly Landing[], landedAsOf: Nanoseconds | null): readonly Landing[] {
  return landings.filter(({ stamp }) => landedAsOf === null || stamp.ingestedNs <= landedAsOf);
}

/** Numbers of analyzers in the engine's tables. */
export const ANALYZER_NUMBERS = { standard: 0, english: 1, cjk: 2 } as const;

/** A table's number is that of its first landing. */
export function tableNumber(landings: readonly Landing[], { schema }: Pick<Landing, 'schema'>): number {
  return landings.find(other => other.schema.name === schema.name)?.number ?? -1;
}

const VERSION_COLUMNS =
  'rid, ord, tbl, analyzer, run, seq, length, content, deleted, available, valid_from, valid_to, instant, dated';

/** `write_mode = "replace"`: of such a table the newest run alone. */
function keptLandings(landings: readonly Landing[]): readonly Landing[] {
  return landings.filter(landing => {
    const runs = landings.filter(({ schema }) => schema.name === landing.schema.name);
    if (runs.at(-1)?.schema.declaration.writeMode !== 'replace') return true;
    return runs.toSorted(compareRuns).at(-1)?.stamp.runId === landing.stamp.runId;
  });
}

/** What to add to a row's number so that numbers ascend in final order (evaluate.md 9.5). */
function ordShifts(landings: readonly Landing[]): ReadonlyMap<number, number> {
  const shifts = new Map<number, number>();
  let next = 0;
  for (const { number, firstRid, rows } of landings.toSorted(compareFinal)) {
    shifts.set(number, next - firstRid);
    next += rows;
  }
  return shifts;
}

function compareFinal(a: Landing, b: Landing): number {
  return (
    compareCodePoints(a.schema.name, b.schema.name) ||
    compareCodePoints(a.stamp.runId, b.stamp.runId) ||
    a.number - b.number
  );
}

function compareRuns(a: Pick<Landing, 'stamp'>, b: Pick<Landing, 'stamp'>): number {
  const [x, y] = [a.stamp, b.stamp];
  if (x.ingestedNs !== y.ingestedNs) return x.ingestedNs < y.ingestedNs ? -1 : 1;
  return compareCodePoints(x.runId, y.runId);
}

async function summaryOf(connection: Connection, landings: readonly Landing[]): Promise<FoldSummary> {
  const [counts] = await connection.rows(SUMMARY);
  const [versions, postings] = (counts ?? []).map(Number);
  return {
    rows: landings.reduce((sum, { rows }) => sum + rows, 0),
    versions: versions ?? 0,
    postings: postings ?? 0,
  };
}

const SUMMARY: Statement = {
  text: `SELECT (SELECT count(*) FROM ${TABLES.versions}),
    (SELECT count(*) FROM ${TABLES.postings} WHERE rid IN (SELECT rid FROM ${TABLES.versions}))`,
  bindings: [],
};
