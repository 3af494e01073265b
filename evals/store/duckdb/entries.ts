import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { snippetOf } from '../../retrieve/snippet.ts';
import type { AnswerRow } from '../answer.ts';
import type { LandingStamp, TableSchema } from '../port.ts';
import type { Connection } from './engine.ts';
import type { Landing } from './landing.ts';
import { TABLES } from './layout.ts';
import { bound, statement } from './statement.ts';

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

/** Entries of visible rows, keyed by `ord`. */
export async function readEntries(
  connection: Connection,
  landings: readonly Landing[],
  ords: readonly number[],
): Promise<ReadonlyMap<number, Entry>> {
  if (ords.length === 0) return new Map();
  const rows = await connection.rows(
    statement(
      bind => `SELECT v.ord, landing, x.seq, key, cells, marks, x.length, snippet, basis, valid_from, valid_to
        FROM ${TABLES.entries} x JOIN (
          SELECT v.rid, v.ord FROM v JOIN (SELECT unnest(${bind(bound.integers(ords))}) AS ord) o ON v.ord = o.ord
        ) v ON x.rid = v.rid`,
    ),
  );
  const byNumber = new Map(landings.map(landing => [landing.number, landing]));
  const entries = new Map<number, Entry>();
  for (const [ord, number, seq, key, cells, marks, length, snippet, basis, from, to] of rows) {
    const landing = byNumber.get(Number(number));
    if (landing === undefined) continue;
    const { schema, stamp } = landing;
    const shown = parsedObject(cells);
    entries.set(Number(ord), {
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

function parsedObject(text: unknown): JsonObject {
  const parsed: unknown = typeof text === 'string' ? JSON.parse(text) : {};
  return isJsonObject(parsed) ? parsed : {};
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
