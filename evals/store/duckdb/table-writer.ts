import type { DuckDBDataChunk, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import type { Connection } from './engine.ts';
import type { EngineModule } from './statement.ts';

/** Rows of an engine's chunk. */
export const CHUNK_ROWS = 2048;

/** Holds rows of one table, column by column, until they are appended a chunk at a time: the fastest way in. */
export type TableWriter = {
  readonly write: (row: readonly DuckDBValue[]) => void;
  readonly held: () => number;
  /** Forgets what was written since it held `rows`. */
  readonly cut: (rows: number) => void;
  /** Forgets the first `rows`. */
  readonly drop: (rows: number) => void;
  /** The way into the engine. What is appended belongs to the connection's transaction once it is closed. */
  readonly open: (connection: Connection) => Promise<TableAppender>;
};

export type TableAppender = {
  /** Appends the first `rows` held, at most a chunk; they stay held. */
  readonly append: (rows: number) => void;
  readonly close: () => void;
  /** Closes without writing what the engine has not taken yet. */
  readonly discard: () => void;
};

/** `creation`: the statement that makes the table where it may not be there. */
export function tableWriter(
  module: EngineModule,
  table: string,
  types: readonly DuckDBType[],
  creation?: string,
): TableWriter {
  const columns: readonly DuckDBValue[][] = types.map(() => []);
  // One chunk for all: the collector does not see their size and would let hundreds of megabytes pile up.
  let chunk: DuckDBDataChunk | undefined;
  const filled = (rows: number): DuckDBDataChunk => {
    chunk ??= module.DuckDBDataChunk.create(types);
    chunk.reset();
    chunk.rowCount = rows;
    for (const [index, values] of columns.entries()) {
      chunk.setColumnValues(index, values.length === rows ? values : values.slice(0, rows));
    }
    return chunk;
  };
  return {
    write: row => {
      for (let index = 0; index < columns.length; index += 1) columns[index]?.push(row[index] ?? null);
    },
    held: () => columns[0]?.length ?? 0,
    cut: rows => {
      for (const values of columns) values.length = rows;
    },
    drop: rows => {
      for (const values of columns) values.splice(0, rows);
    },
    open: async connection => {
      if (creation !== undefined) await connection.execute(creation);
      const appender = await connection.raw.createAppender(table);
      return {
        append: rows => appender.appendDataChunk(filled(rows)),
        close: () => appender.closeSync(),
        discard: () => {
          appender.clear();
          appender.closeSync();
        },
      };
    },
  };
}
