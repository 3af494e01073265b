import type { Connection, Engine } from './engine.ts';
import {
  ENTRY_COLUMNS,
  engineTypes,
  POSTING_COLUMNS,
  TABLES,
  vectorTable,
  vectorTableSql,
  vectorTypes,
} from './layout.ts';
import type { EngineModule } from './statement.ts';
import { CHUNK_ROWS, type TableAppender, type TableWriter, tableWriter } from './table-writer.ts';

/**
 * The way of rows into the engine. Landings that fill no chunk wait together, since a table of a few rows would
 * cost more in statements than in rows; a larger one goes in as it comes, in a transaction of its own.
 */
export type Intake = Omit<Writers, 'all'> & {
  readonly arrayValue: EngineModule['arrayValue'];
  /** Runs one landing, which calls `spill` between rows. When it throws, nothing of it is left. */
  readonly landing: <Result>(write: (spill: Spill) => Promise<Result>) => Promise<Result>;
  /** Writes what waits, all or nothing. */
  readonly settle: () => Promise<void>;
};

/** Undefined: there is room for the next row. */
export type Spill = () => Promise<void> | undefined;

export function createIntake({ module }: Engine, connection: Connection): Intake {
  const writers = createWriters(module);
  const { entries, staged } = writers;
  return {
    ...writers,
    arrayValue: module.arrayValue,
    settle: () => settle(connection, writers, heldBy),
    landing: async write => {
      const before = new Map(writers.all().map(writer => [writer, writer.held()]));
      let way: Way | undefined;
      const spill = async () => {
        if (way === undefined) {
          await settle(connection, writers, writer => before.get(writer) ?? 0);
          before.clear();
          way = await openWay(connection);
        }
        for (const writer of writers.all()) await pour(way, writer, CHUNK_ROWS);
      };
      try {
        const isFull = () => entries.held() >= CHUNK_ROWS || staged.held() >= CHUNK_ROWS;
        const result = await write(() => (isFull() ? spill() : undefined));
        if (way !== undefined) {
          for (const writer of writers.all()) await pour(way, writer, 1);
          await way.commit();
        }
        return result;
      } catch (error) {
        for (const writer of writers.all()) writer.cut(before.get(writer) ?? 0);
        await way?.rollback();
        throw error;
      }
    },
  };
}

type Writers = {
  readonly entries: TableWriter;
  readonly staged: TableWriter;
  readonly vectors: (dimension: number) => TableWriter;
  readonly all: () => readonly TableWriter[];
};

function createWriters(module: EngineModule): Writers {
  const entries = tableWriter(module, TABLES.entries, engineTypes(module, ENTRY_COLUMNS));
  const staged = tableWriter(module, TABLES.staged, engineTypes(module, POSTING_COLUMNS));
  const vectors = new Map<number, TableWriter>();
  return {
    entries,
    staged,
    vectors: dimension => {
      const known = vectors.get(dimension);
      if (known !== undefined) return known;
      const types = vectorTypes(module, dimension);
      const writer = tableWriter(module, vectorTable(dimension), types, vectorTableSql(dimension));
      vectors.set(dimension, writer);
      return writer;
    },
    all: () => [entries, staged, ...vectors.values()],
  };
}

function heldBy(writer: TableWriter): number {
  return writer.held();
}

/** Writes the first rows of each table, never more than a chunk; they are forgotten once they are in. */
async function settle(
  connection: Connection,
  { all }: Writers,
  rowsOf: (writer: TableWriter) => number,
): Promise<void> {
  const waiting = all()
    .map(writer => ({ writer, rows: rowsOf(writer) }))
    .filter(({ rows }) => rows > 0);
  if (waiting.length === 0) return;
  const way = await openWay(connection);
  try {
    for (const { writer, rows } of waiting) (await way.into(writer)).append(rows);
    await way.commit();
  } catch (error) {
    await way.rollback();
    throw error;
  }
  for (const { writer, rows } of waiting) writer.drop(rows);
}

/** Appends and forgets chunks for as long as `least` rows are held. */
async function pour(way: Way, writer: TableWriter, least: number): Promise<void> {
  while (writer.held() >= least) {
    const rows = Math.min(writer.held(), CHUNK_ROWS);
    (await way.into(writer)).append(rows);
    writer.drop(rows);
  }
}

/** An open transaction with an appender for each table that took part in it. */
type Way = {
  readonly into: (writer: TableWriter) => Promise<TableAppender>;
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
};

async function openWay(connection: Connection): Promise<Way> {
  await connection.execute('BEGIN');
  const appenders = new Map<TableWriter, TableAppender>();
  return {
    into: async writer => {
      const known = appenders.get(writer);
      if (known !== undefined) return known;
      const appender = await writer.open(connection);
      appenders.set(writer, appender);
      return appender;
    },
    commit: async () => {
      for (const [writer, appender] of appenders) {
        appenders.delete(writer);
        appender.close();
      }
      await connection.execute('COMMIT');
    },
    rollback: async () => {
      for (const appender of appenders.values()) appender.discard();
      await connection.execute('ROLLBACK');
    },
  };
}
