import { shutColumns } from '../../policy/index.ts';
import { type Analyzer, loadAnalyzer } from '../../retrieve/analyzers.ts';
import { dedupeColumn } from '../call-scope.ts';
import type { LandingStamp, LandRow, TableSchema } from '../port.ts';
import type { Dictionary } from './dictionary.ts';
import { numberedDocument } from './document.ts';
import type { Connection, Engine } from './engine.ts';
import { entryOf } from './entry.ts';
import {
  ENTRY_COLUMNS,
  engineTypes,
  POSTING_COLUMNS,
  TABLES,
  vectorTable,
  vectorTableSql,
  vectorTypes,
} from './layout.ts';
import { sumOfSquares } from './squares.ts';
import { type TableWriter, tableWriter } from './table-writer.ts';

/** One committed run of one table: its rows have the numbers from `firstRid` on. */
export type Landing = {
  readonly number: number;
  readonly schema: TableSchema;
  readonly stamp: LandingStamp;
  readonly firstRid: number;
  readonly rows: number;
  /** Dimensions of the embeddings that it brought. */
  readonly dimensions: readonly number[];
};

/** Where a landing stands among those before it. */
export type LandingPlace = Pick<Landing, 'number' | 'firstRid'>;

/** What landings write to. */
export type Ground = {
  readonly engine: Engine;
  readonly connection: Connection;
  readonly dictionary: Dictionary;
};

/** Streams one table's rows in, in one transaction: a refusal in row 900,000 leaves nothing (evaluate.md 6.2). */
export async function landTable(
  { engine, connection, dictionary }: Ground,
  place: LandingPlace,
  schema: TableSchema,
  rows: AsyncIterable<LandRow>,
  stamp: LandingStamp,
): Promise<Landing> {
  const analyzer = await loadAnalyzer(schema.analyzer);
  await connection.execute('BEGIN');
  try {
    const writers = await openWriters(engine, connection);
    try {
      const landed = await writeRows(writers, rows, place, schema, analyzer, dictionary);
      writers.finish();
      await connection.execute('COMMIT');
      return { ...place, schema, stamp, rows: landed, dimensions: writers.dimensions() };
    } catch (error) {
      writers.discard();
      throw error;
    }
  } catch (error) {
    await connection.execute('ROLLBACK');
    throw error;
  }
}

async function writeRows(
  writers: Writers,
  rows: AsyncIterable<LandRow>,
  place: LandingPlace,
  schema: TableSchema,
  analyzer: Analyzer,
  dictionary: Dictionary,
): Promise<number> {
  const contentColumn = dedupeColumn(schema.declaration, shutColumns(schema.declaration));
  const ordered = schema.declaration.orderBy !== null;
  const { snippetColumns } = schema;
  let landed = 0;
  for await (const row of rows) {
    const rid = place.firstRid + landed;
    const document = row.snippet === null ? null : numberedDocument(row.snippet, analyzer, dictionary);
    writers.entries.write(
      entryOf(row, document, { rid, landing: place.number, ordered, contentColumn, snippetColumns }),
    );
    for (const [term, tf] of document?.counts ?? []) writers.staged.write([term, rid, tf]);
    if (row.embedding !== null) await writers.vector(rid, row.embedding);
    landed += 1;
  }
  return landed;
}

type Writers = {
  readonly entries: TableWriter;
  readonly staged: TableWriter;
  readonly vector: (rid: number, embedding: Float32Array) => Promise<void>;
  readonly dimensions: () => readonly number[];
  readonly finish: () => void;
  readonly discard: () => void;
};

async function openWriters({ module }: Engine, connection: Connection): Promise<Writers> {
  const entries = await tableWriter(module, connection, TABLES.entries, engineTypes(module, ENTRY_COLUMNS));
  const staged = await tableWriter(module, connection, TABLES.staged, engineTypes(module, POSTING_COLUMNS));
  const vectors = new Map<number, TableWriter>();
  const vectorsOf = async (dimension: number) => {
    await connection.execute(vectorTableSql(dimension));
    const types = vectorTypes(module, dimension);
    const writer = await tableWriter(module, connection, vectorTable(dimension), types);
    vectors.set(dimension, writer);
    return writer;
  };
  const all = () => [entries, staged, ...vectors.values()];
  return {
    entries,
    staged,
    vector: async (rid, embedding) => {
      const squares = sumOfSquares(embedding);
      if (squares === 0) return;
      const writer = vectors.get(embedding.length) ?? (await vectorsOf(embedding.length));
      writer.write([rid, squares, module.arrayValue(numbersOf(embedding))]);
    },
    dimensions: () => [...vectors.keys()],
    finish: () => {
      for (const writer of all()) writer.finish();
    },
    discard: () => {
      for (const writer of all()) writer.discard();
    },
  };
}

/** A spread would go through the iterator, which takes eight times as long. */
function numbersOf(embedding: Float32Array): number[] {
  const numbers: number[] = [];
  for (let i = 0; i < embedding.length; i += 1) numbers.push(embedding[i] ?? 0);
  return numbers;
}
