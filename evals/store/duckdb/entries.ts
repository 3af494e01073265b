import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { snippetOf } from '../../retrieve/snippet.ts';
import type { AnswerRow } from '../answer.ts';
import type { LandingStamp, TableSchema } from '../port.ts';
import type { Connection } from './engine.ts';
import { TABLES } from './layout.ts';
import { bound, statement } from './statement.ts';
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

export type EntryReader = (
  landings: Sight['landings'],
  rids: readonly number[],
) => Promise<ReadonlyMap<number, Entry>>;

/** Text of the entries that stay in memory: the legs of a run, and its cases, show the same rows again. */
const MOST_HELD = 8 * 1024 * 1024;

/** Reads entries by `rid`. Every one asked for must be of a row that the session sees. */
export function createEntryReader(connection: Connection): EntryReader {
  const held = new Map<number, Entry & { readonly size: number }>();
  let size = 0;
  return async (landings, rids) => {
    const found = new Map<number, Entry>();
    for (const rid of rids) {
      const entry = held.get(rid);
      if (entry !== undefined) found.set(rid, entry);
    }
    const lacking = rids.filter(rid => !found.has(rid));
    for (const [rid, entry] of await readEntries(connection, landings, lacking)) {
      found.set(rid, entry);
      held.set(rid, entry);
      size += entry.size;
    }
    for (const [rid, entry] of held) {
      if (size <= MOST_HELD) break;
      held.delete(rid);
      size -= entry.size;
    }
    return found;
  };
}

async function readEntries(
  connection: Connection,
  landings: Sight['landings'],
  rids: readonly number[],
): Promise<ReadonlyMap<number, Entry & { readonly size: number }>> {
  if (rids.length === 0) return new Map();
  const rows = await connection.again(
    statement(
      bind => `SELECT x.rid, landing, seq, key, cells, marks, length, snippet, basis, valid_from, valid_to
        FROM ${TABLES.entries} x JOIN (SELECT unnest(${bind(bound.integers(rids))}::INTEGER[]) AS rid) r ON x.rid = r.rid`,
    ),
  );
  const byNumber = new Map(landings.map(landing => [landing.number, landing]));
  const entries = new Map<number, Entry & { readonly size: number }>();
  for (const [rid, number, seq, key, cells, marks, length, snippet, basis, from, to] of rows) {
    const landing = byNumber.get(Number(number));
    if (landing === undefined) continue;
    const { schema, stamp } = landing;
    const shown = parsedObject(cells);
    entries.set(Number(rid), {
      schema,
      stamp,
      cells: shown,
      size: String(cells).length,
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

function parsedObject(text: unknown): JsonObject {
  const parsed: unknown = typeof text === 'string' ? JSON.parse(text) : {};
  return isJsonObject(parsed) ? parsed : {};
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
