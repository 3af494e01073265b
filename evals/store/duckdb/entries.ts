import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { snippetOf } from '../../retrieve/snippet.ts';
import type { AnswerRow } from '../answer.ts';
import type { LandingStamp, TableSchema } from '../port.ts';
import type { Connection } from './engine.ts';
import { ridsByOrd } from './fold.ts';
import { TABLES } from './layout.ts';
import { type Bind, bound, statement } from './statement.ts';
import type { Sight } from './visible.ts';

/** A visible row as it landed. */
export type Entry = {
  readonly schema: TableSchema;
  readonly stamp: LandingStamp;
  readonly row: AnswerRow['row'] & {
    readonly validFromNs: bigint | null;
    readonly validToNs: bigint | null;
  };
  readonly cells: JsonObject;
};

/** Entries of visible rows, keyed by `ord`. Every `ord` must come from the reader's table `v`. */
export async function readEntries(
  connection: Connection,
  { landings, bounds }: Pick<Sight, 'landings' | 'bounds'>,
  ords: readonly number[],
): Promise<ReadonlyMap<number, Entry>> {
  if (ords.length === 0) return new Map();
  const ridOf = ridsByOrd(landings, bounds.landedAsOf);
  const ordByRid = new Map(ords.map(ord => [ridOf(ord), ord]));
  const rows = await connection.rows(
    statement(
      bind => `SELECT x.rid, landing, seq, key, cells, marks, length, snippet, basis, valid_from, valid_to
        FROM ${TABLES.entries} x ${amongSql(bind, [...ordByRid.keys()])}`,
    ),
  );
  const byNumber = new Map(landings.map(landing => [landing.number, landing]));
  const entries = new Map<number, Entry>();
  for (const [rid, number, seq, key, cells, marks, length, snippet, basis, from, to] of rows) {
    const landing = byNumber.get(Number(number));
    const ord = ordByRid.get(Number(rid));
    if (landing === undefined || ord === undefined) continue;
    const { schema, stamp } = landing;
    const shown = parsedObject(cells);
    entries.set(ord, {
      schema,
      stamp,
      cells: shown,
      row: {
        key: String(key),
        seq: Number(seq),
        snippet: length === null ? null : (textOrNull(snippet) ?? snippetOf(schema.snippetColumns, shown)),
        dateBasis: String(basis),
        marks: parsedObject(marks),
        validFromNs: typeof from === 'bigint' ? from : null,
        validToNs: typeof to === 'bigint' ? to : null,
      },
    });
  }
  return entries;
}

/** A join reads every cell of every row; a filter reads the cells of its rows alone, but tries one number after the other. */
const MOST_FILTERED = 24;

function amongSql(bind: Bind, rids: readonly number[]): string {
  const list = bind(bound.integers(rids));
  return rids.length <= MOST_FILTERED
    ? `WHERE list_contains(${list}, x.rid)`
    : `JOIN (SELECT unnest(${list}) AS rid) r ON x.rid = r.rid`;
}

function parsedObject(text: unknown): JsonObject {
  const parsed: unknown = typeof text === 'string' ? JSON.parse(text) : {};
  return isJsonObject(parsed) ? parsed : {};
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
