import type { AnalyzerName, Ranking } from '../port.ts';
import type { Batch } from './batch.ts';
import type { Connection } from './engine.ts';
import { ANALYZER_NUMBERS } from './fold.ts';
import { baseSql } from './gather-sql.ts';
import { matchedRows, type Scope } from './scope.ts';

/** A row that passes whatever it matches. */
export type BaseRow = { readonly ord: number; readonly units: number | null; readonly inside: boolean };

/** Rows with a snippet and the sum of their lengths. */
export type Texts = { readonly documents: number; readonly totalLength: number };

/** What a call's rows that pass whatever they match amount to. */
export type Base = {
  readonly rows: number;
  /** Rows with a cosine. */
  readonly scored: number;
  readonly inside: number;
  readonly texts: ReadonlyMap<AnalyzerName, Texts>;
  /** The first rows by window tier, cosine and final order. */
  readonly first: readonly BaseRow[];
};

/**
 * Per call, the rows that pass whatever they match: their counts and the first `keep` of them. A row without
 * match that comes into the answer is among those: each row before it here has no lower fused score, so it
 * is before it in the answer too. Under `dedupe` the same holds for the first row of each content.
 */
export async function readBase(
  connection: Connection,
  batch: Batch,
  scope: Scope,
  ranking: Ranking,
  options: { readonly keep: number; readonly dedupe: boolean },
): Promise<ReadonlyMap<number, Base>> {
  if (isEmpty(batch, scope)) return new Map();
  const place = scorePlace(ranking);
  const rows = baseSql(batch, scope);
  const first = options.dedupe ? '' : `, ${firstSql(options.keep)}`;
  const counted = await connection.rows({
    text: `SELECT c, count(*), count(units), count(*) FILTER (inside)${textCountsSql(batch)}${first}
      FROM (SELECT *, ${place} AS place, ${PACKED} AS packed FROM (${rows})) GROUP BY c`,
    bindings: [],
  });
  const distinct = options.dedupe
    ? await readFirst(connection, batch, scope, { ...options, place, only: null })
    : new Map<number, readonly BaseRow[]>();
  return new Map(
    counted.map(([c, all, scored, inside, ...more]) => {
      const texts = batch.analyzers.map(
        (name, at) =>
          [name, { documents: Number(more[2 * at]), totalLength: Number(more[2 * at + 1]) }] as const,
      );
      const call = Number(c);
      const firstRows = options.dedupe ? (distinct.get(call) ?? []) : unpackAll(more.at(-1));
      return [
        call,
        {
          rows: Number(all),
          scored: Number(scored),
          inside: Number(inside),
          texts: new Map(texts),
          first: firstRows,
        },
      ];
    }),
  );
}

/** Whether every call has a floor and no embedding, and every row a snippet: then rows pass by a match alone. */
function isEmpty({ calls, tables }: Batch, scope: Scope): boolean {
  return (
    scope.key === 'e' &&
    tables.every(({ rows, documents }) => rows === documents) &&
    calls.every(
      ({ embedding, queries }) =>
        embedding < 0 && [...queries.values()].every(({ floor }) => (floor ?? 0) > 0),
    )
  );
}

/** The same first rows by date, for calls in which nothing has a score (evaluate.md 9.5). */
export function readNewest(
  connection: Connection,
  batch: Batch,
  scope: Scope,
  options: { readonly keep: number; readonly dedupe: boolean; readonly only: readonly number[] },
): Promise<ReadonlyMap<number, readonly BaseRow[]>> {
  return readFirst(connection, batch, scope, { ...options, place: DATE_PLACE });
}

/** Per call, how many rows stay when each content keeps its first one, and how many of those are in the window. */
export async function readDistinct(
  connection: Connection,
  batch: Batch,
  scope: Scope,
): Promise<ReadonlyMap<number, { readonly rows: number; readonly inside: number }>> {
  const passed = `SELECT c, g, inside FROM (${baseSql(batch, scope)}) UNION ALL SELECT c, g, inside FROM ${matchedRows(batch)} WHERE extra`;
  // In-window rows come first, so a content's first row is in the window when any of its rows is.
  const counts = await connection.rows({
    text: `SELECT c, count(*), count(*) FILTER (inside)
      FROM (SELECT c, g, bool_or(inside) AS inside FROM (${passed}) GROUP BY c, g) GROUP BY c`,
    bindings: [],
  });
  return new Map(
    counts.map(([c, rows, inside]) => [Number(c), { rows: Number(rows), inside: Number(inside) }]),
  );
}

async function readFirst(
  connection: Connection,
  batch: Batch,
  scope: Scope,
  options: {
    readonly keep: number;
    readonly dedupe: boolean;
    readonly place: string;
    readonly only: readonly number[] | null;
  },
): Promise<ReadonlyMap<number, readonly BaseRow[]>> {
  const asked = options.only === null ? '' : `WHERE c IN (${options.only.map(Math.trunc).join(', ')})`;
  const rows = `SELECT b.*, v.dated FROM (FROM (${baseSql(batch, scope)}) ${asked}) b JOIN v ON b.ord = v.ord`;
  const placed = `SELECT c, g, ${options.place} AS place, ${PACKED} AS packed FROM (${rows})`;
  const distinct = `SELECT c, arg_min(packed, place) AS packed, min(place) AS place FROM (${placed}) GROUP BY c, g`;
  const found = await connection.rows({
    text: `SELECT c, ${firstSql(options.keep)} FROM (${options.dedupe ? distinct : placed}) GROUP BY c`,
    bindings: [],
  });
  return new Map(found.map(([c, first]) => [Number(c), unpackAll(first)]));
}

/** One number per row whose order is the wanted one: window tier 1 bit, cosine units 20 bits, ord 32 bits. */
function scorePlace({ weights, calibration }: Ranking): string {
  // Where the vector side weighs nothing, cosines must not order rows.
  const weighs = calibration === 'rrf' || weights.vector > 0;
  const units = weighs ? '((1000000 - greatest(coalesce(units, 0), 0))::BIGINT << 32)' : '0';
  return `((NOT inside)::BIGINT << 52) + ${units} + ord`;
}

const DATE_PLACE =
  '(NOT inside)::HUGEINT * 158456325028528675187087900672 + (9223372036854775807::HUGEINT - dated) * 4294967296 + ord';

/** A row in one number, so that one heap per call keeps it: inside, units + 2,000,000 (0 = null), ord. */
const PACKED = '(inside::BIGINT << 60) + ((coalesce(units, -2000000) + 2000000)::BIGINT << 32) + ord';

function firstSql(keep: number): string {
  return `arg_min(packed, place, ${Math.trunc(keep)})`;
}

function unpackAll(packed: unknown): readonly BaseRow[] {
  if (typeof packed !== 'object' || packed === null || !('items' in packed) || !Array.isArray(packed.items)) {
    return [];
  }
  return packed.items.map(item => unpack(BigInt(item)));
}

function unpack(packed: bigint): BaseRow {
  const units = (packed >> 32n) & ((1n << 28n) - 1n);
  return {
    ord: Number(packed & ((1n << 32n) - 1n)),
    units: units === 0n ? null : Number(units) - 2_000_000,
    inside: packed >> 60n === 1n,
  };
}

function textCountsSql({ analyzers }: Batch): string {
  const counts = analyzers.map(name => {
    const own = analyzers.length === 1 ? '' : ` FILTER (analyzer = ${ANALYZER_NUMBERS[name]})`;
    return `, count(length)${own}, coalesce(sum(length)${own}, 0)`;
  });
  return counts.join('');
}
