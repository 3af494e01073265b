import type { JsonObject } from '../../../core/json.ts';
import { parseInstant } from '../../../core/time.ts';
import { type Session, type TableDeclaration, undeclaredTable } from '../../../evals/policy/index.ts';
import { snippetOf } from '../../../evals/retrieve/snippet.ts';
import { publicationOf } from '../../../evals/retrieve/window.ts';
import { memoryAdapter } from '../../../evals/store/memory/index.ts';
import {
  DEFAULT_RANKING,
  type LandingStamp,
  type LandRow,
  type RankedAnswer,
  type RankedCall,
  type Ranking,
  type Reader,
  type Store,
  type TableSchema,
} from '../../../evals/store/port.ts';

export const AGENT: Session = {
  agent: 'agent://eval-reader',
  zone: 'local:device',
  subject: { agent: 'agent://eval-reader' },
  tenant: null,
  tables: null,
  rows: null,
  rowLimit: null,
};
export const STAMP: LandingStamp = {
  runId: 'eval-0001',
  ingestedNs: instant('2030-06-01T00:00:00Z'),
  siteId: 'eval',
  authoredBy: 'agent://loader',
};

/** A table with the columns `key`, `text` and those given, whose snippet is `text`. */
export function table(
  name: string,
  declared: Partial<TableDeclaration> = {},
  columns: TableDeclaration['columns'] = {},
): TableSchema {
  const types: TableDeclaration['columns'] = { key: 'string', text: 'string', ...columns };
  return {
    name,
    declaration: {
      ...undeclaredTable(name),
      primaryKey: ['key'],
      columns: types,
      ...declared,
    },
    columns: Object.entries(types).map(([column, type]) => ({ name: column, type })),
    snippetColumns: ['text'],
    analyzer: 'standard',
    dateColumn: Object.hasOwn(types, 'published_at') ? 'published_at' : null,
  };
}

/** A row of such a table; `key` is its key and its chain. */
export function row(seq: number, cells: JsonObject, over: Partial<LandRow> = {}): LandRow {
  const key = String(cells['key'] ?? seq);
  return {
    seq,
    key,
    chain: key,
    cells,
    order: null,
    availableNs: null,
    validFromNs: null,
    validToNs: null,
    deleted: false,
    snippet: snippetOf(['text'], cells),
    ...publicationOf(Object.hasOwn(cells, 'published_at') ? 'published_at' : null, cells),
    embedding: null,
    marks: {},
    ...over,
  };
}

export async function landed(
  tables: readonly (readonly [TableSchema, readonly LandRow[]])[],
  ranking: Partial<Ranking> = {},
): Promise<Store> {
  const store = await openMemory(ranking);
  for (const [schema, rows] of tables) await store.land(schema, iterate(rows), STAMP);
  await store.fold();
  return store;
}

export function openMemory(ranking: Partial<Ranking> = {}): Promise<Store> {
  const settings = { ...DEFAULT_RANKING, ...ranking };
  return memoryAdapter.open({
    ranking: settings,
    defaultRows: null,
    threads: 1,
    memory: '1GiB',
    scratch: '',
  });
}

export async function ask(reader: Reader, call: Partial<RankedCall>): Promise<RankedAnswer> {
  const whole: RankedCall = {
    query: '',
    embedding: null,
    limit: 10,
    prefix: '',
    surface: 'retrieval',
    anchorNs: STAMP.ingestedNs,
    sinceNs: null,
    explain: true,
    ...call,
  };
  for await (const answer of reader.ranked([whole])) return answer;
  throw new Error('no answer came');
}

export function keysOf(answer: RankedAnswer): readonly string[] {
  return answer.rows.map(({ _key }) => _key);
}

export async function* iterate<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

export function instant(text: string): bigint {
  const ns = parseInstant(text);
  if (ns === undefined) throw new RangeError(text);
  return ns;
}
