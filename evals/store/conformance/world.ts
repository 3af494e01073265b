import { canonicalJson } from '../../../core/canonical-json.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { type Nanoseconds, parseBound, parseInstant } from '../../../core/time.ts';
import { shutColumns } from '../../policy/index.ts';
import { rowText, rowTextColumns, snippetOf } from '../../retrieve/snippet.ts';
import { createStubEmbedder } from '../../retrieve/stub-embedder.ts';
import { publicationOf } from '../../retrieve/window.ts';
import type { LandingStamp, LandRow, Store, StoreAdapter, StoreConfig, TableSchema } from '../port.ts';
import { TABLES } from './tables.ts';

/** A row as a generator writes it: what it says, where it goes, and what stands beside its cells. */
export type WorldRow = {
  readonly table: string;
  readonly run: 0 | 1;
  readonly cells: JsonObject;
  readonly embedding: 'stub' | 'none' | 'zero' | 'odd';
  readonly lang: string | null;
};

export const STAMPS: readonly [LandingStamp, LandingStamp] = [
  {
    runId: 'eval-0001',
    ingestedNs: instant('2030-01-01T00:00:00Z'),
    siteId: 'eval',
    authoredBy: 'agent://loader',
  },
  {
    runId: 'eval-0002',
    ingestedNs: instant('2030-02-01T00:00:00Z'),
    siteId: 'eval',
    authoredBy: 'agent://loader',
  },
];

export const embed = createStubEmbedder();

/** Opens a store over a world of rows: every table lands in both runs, then all is folded. */
export async function openWorld(
  adapter: StoreAdapter,
  config: StoreConfig,
  rows: readonly WorldRow[],
): Promise<Store> {
  const store = await adapter.open(config);
  for (const [run, stamp] of STAMPS.entries()) {
    for (const schema of TABLES) {
      const landing = rows.filter(row => row.run === run && row.table === schema.name);
      await store.land(schema, landRows(schema, landing), stamp);
    }
  }
  await store.fold();
  return store;
}

export function instant(text: string): Nanoseconds {
  const ns = parseInstant(text);
  if (ns === undefined) throw new RangeError(text);
  return ns;
}

async function* landRows(schema: TableSchema, rows: readonly WorldRow[]): AsyncGenerator<LandRow> {
  for (const [seq, row] of rows.entries()) yield landRow(schema, row, seq);
}

/** What the corpus loader does to a row, for the few shapes that a world has. */
function landRow(schema: TableSchema, { cells: written, embedding, lang }: WorldRow, seq: number): LandRow {
  const { declaration } = schema;
  const known = schema.columns.filter(({ name }) => Object.hasOwn(written, name));
  const cells = Object.fromEntries(known.map(({ name, type }) => [name, typed(type, written[name] ?? null)]));
  const cell = (column: string | null | undefined): JsonValue =>
    column !== null && column !== undefined && Object.hasOwn(cells, column) ? (cells[column] ?? null) : null;
  const key = declaration.primaryKey.length === 0 ? String(seq) : cellText(cell(declaration.primaryKey[0]));
  const from = cell(declaration.validTime?.from);
  const order = cell(declaration.orderBy);
  const text = rowText(
    rowTextColumns(schema.columns, declaration.primaryKey, shutColumns(declaration)),
    cells,
  );
  return {
    seq,
    key,
    chain: declaration.primaryKey.length === 0 ? undefined : canonicalJson([key, from]),
    cells,
    order: typeof order === 'object' ? null : order,
    availableNs: instantOf(cell(declaration.availableTime)),
    validFromNs: instantOf(from),
    validToNs: instantOf(cell(declaration.validTime?.to)),
    deleted: cell(declaration.deleteColumn) === true,
    snippet: snippetOf(schema.snippetColumns, cells),
    ...publicationOf(schema.dateColumn, cells),
    embedding: vector(embedding, text),
    marks: lang === null ? {} : { _lang: lang },
  };
}

function typed(type: string, value: JsonValue): JsonValue {
  return type === 'integer' && typeof value === 'string' ? value.length : value;
}

function cellText(value: JsonValue): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}

function instantOf(value: JsonValue): Nanoseconds | null {
  return typeof value === 'string' ? (parseBound(value) ?? null) : null;
}

function vector(kind: WorldRow['embedding'], text: string): Float32Array | null {
  if (kind === 'stub') return embed(text);
  if (kind === 'zero') return new Float32Array(128);
  return kind === 'odd' ? embed(text).map((value, i) => value + (i % 7) / 64) : null;
}
