import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBPreparedStatement,
  DuckDBValue,
} from '@duckdb/node-api';
import type { StoreConfig } from '../port.ts';
import { admitSql, checkLoadedExtensions, engineFailure } from './guard.ts';
import { checkLinkedFunctions } from './linked-functions.ts';
import { type EngineModule, engineValues, type Statement } from './statement.ts';

/** One connection. Every statement passes the guard, every failure its table of messages. */
export type Connection = {
  readonly raw: DuckDBConnection;
  /** Rows in the order in which the engine gives them. */
  readonly rows: (statement: Statement) => Promise<readonly (readonly DuckDBValue[])[]>;
  /** The same for a text that comes again and again: it is prepared once. Not for statements that define tables. */
  readonly again: (statement: Statement) => Promise<readonly (readonly DuckDBValue[])[]>;
  /** The result of such a statement as the engine's chunks, for many rows; a chunk is gone when `take` is done. */
  readonly chunks: (statement: Statement, take: (chunk: DuckDBDataChunk) => void) => Promise<void>;
  readonly run: (statement: Statement) => Promise<void>;
  /** A statement of constant text, without values. */
  readonly execute: (sql: string) => Promise<void>;
  /** Refuses when an extension was loaded since the engine opened. */
  readonly checkExtensions: () => Promise<void>;
  readonly close: () => void;
};

export type Engine = {
  readonly module: EngineModule;
  readonly version: string;
  readonly connect: () => Promise<Connection>;
  /** Stops the statements that run; these and all later ones reject with `reason`. */
  readonly interrupt: (reason: unknown) => void;
  readonly close: () => void;
};

/**
 * Opens an engine that loads no extension and, from here on, reads no file (evaluate.md 7.2). It lives in
 * memory and spills to `scratch`. Refuses StoreEngineUnsupported when a linked function is missing.
 * Clause assurance.build.linked-query-functions.
 */
export async function openEngine(
  { threads, memory, scratch }: EngineConfig,
  file?: StoreFile,
): Promise<Engine> {
  const { duckdb: module } = await import('./engine-module.ts');
  const [spill, extensions] = [join(scratch, 'spill'), join(scratch, 'extensions')];
  // A folder that someone filled would be a way to load an extension by its name.
  await rm(extensions, { recursive: true, force: true });
  await Promise.all([mkdir(spill, { recursive: true }), mkdir(extensions, { recursive: true })]);
  const instance = await module.DuckDBInstance.create(':memory:', {
    threads: String(threads),
    memory_limit: memory,
    temp_directory: spill,
    max_temp_directory_size: '32GiB',
    extension_directory: extensions,
    preserve_insertion_order: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
  });
  try {
    const version = await prepareEngine(module, instance, { scratch, extensions, file });
    const work = new Work();
    return {
      module,
      version,
      connect: async () => {
        const connection = guarded(module, await instance.connect(), work);
        await connection.execute(
          file?.use === 'read' ? `SET search_path = '${DATABASE},${KEPT}'` : `USE ${DATABASE}`,
        );
        return connection;
      },
      interrupt: reason => work.stop(reason),
      close: () => instance.closeSync(),
    };
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

/** A store as one file: written with `keep`, or read as it was written. */
export type StoreFile = { readonly path: string; readonly use: 'write' | 'read' };

/** The name of the attached file. */
export const KEPT = 'kept';

/** ATTACH takes no bound path; the path is ours and its quotes are doubled. */
function attachSql({ path, use }: StoreFile): string {
  const options = use === 'read' ? 'READ_ONLY' : `ROW_GROUP_SIZE ${ROW_GROUP_SIZE}`;
  return `ATTACH '${path.replaceAll("'", "''")}' AS ${KEPT} (${options})`;
}

/** A thread takes a row group at a time: with the engine's own size 100,000 rows would keep one thread busy. */
export const DATABASE = 'store';
const ROW_GROUP_SIZE = 16_384;

type EngineConfig = Pick<StoreConfig, 'threads' | 'memory' | 'scratch'>;

async function prepareEngine(
  module: EngineModule,
  instance: DuckDBInstance,
  {
    scratch,
    extensions,
    file,
  }: { readonly scratch: string; readonly extensions: string; readonly file: StoreFile | undefined },
): Promise<string> {
  const connection = guarded(module, await instance.connect(), new Work());
  try {
    const version = await checkLinkedFunctions(connection, join(scratch, 'probe.parquet'));
    await connection.execute(`ATTACH ':memory:' AS ${DATABASE} (ROW_GROUP_SIZE ${ROW_GROUP_SIZE})`);
    // The engine opens no other file later on, and locks this one against a second writer.
    if (file !== undefined) await connection.execute(attachSql(file));
    // Our statements are written probe side left, build side right; the optimizer's guesses from row counts
    // would change plans, and so times, from one corpus to the next.
    await connection.execute(`SET disabled_optimizers = 'join_order,build_side_probe_side'`);
    // `duckdb_extensions()` looks into this one folder, which is empty, and must still answer after each batch.
    await connection.run({
      text: 'SET allowed_directories = $1',
      bindings: [{ type: 'texts', value: [extensions] }],
    });
    await connection.execute('SET enable_external_access = false');
    await connection.execute('SET lock_configuration = true');
    await connection.checkExtensions();
    return version;
  } finally {
    connection.close();
  }
}

/** The connections that run a statement, and whether they were told to stop. */
class Work {
  readonly #connections = new Set<DuckDBConnection>();
  #stopped: { readonly reason: unknown } | undefined;

  begin(connection: DuckDBConnection): void {
    this.#connections.add(connection);
  }

  end(connection: DuckDBConnection): void {
    this.#connections.delete(connection);
  }

  stop(reason: unknown): void {
    this.#stopped = { reason };
    this.#interrupt();
  }

  /** Again and again, since the engine forgets an interruption that comes before its statement has begun. */
  #interrupt(): void {
    for (const connection of this.#connections) connection.interrupt();
    if (this.#connections.size > 0) setTimeout(() => this.#interrupt(), 10);
  }

  /** A batch is many statements, and only those that run can be interrupted. */
  throwIfStopped(): void {
    if (this.#stopped !== undefined) throw this.#stopped.reason;
  }
}

function guarded(module: EngineModule, raw: DuckDBConnection, work: Work): Connection {
  const admitted = new Set<string>();
  const attempt = async <Result>(sql: string, action: () => Promise<Result>): Promise<Result> => {
    if (!admitted.has(sql)) {
      admitSql(sql);
      admitted.add(sql);
    }
    work.throwIfStopped();
    work.begin(raw);
    try {
      return await action();
    } catch (error) {
      work.throwIfStopped();
      throw engineFailure(error, sql);
    } finally {
      work.end(raw);
    }
  };
  const rows: Connection['rows'] = ({ text, bindings }) =>
    attempt(text, async () => {
      const { values, types } = engineValues(module, bindings);
      return (await raw.runAndReadAll(text, values, types)).getRows();
    });
  const run: Connection['run'] = async statement => {
    await rows(statement);
  };
  const prepared = createPrepared(raw);
  const again: Connection['again'] = ({ text, bindings }) =>
    attempt(text, () =>
      prepared.use(text, async known => {
        const { values, types } = engineValues(module, bindings);
        known.bind(values, types);
        return (await known.runAndReadAll()).getRows();
      }),
    );
  return {
    raw,
    rows,
    again,
    chunks: ({ text, bindings }, take) =>
      attempt(text, () =>
        prepared.use(text, async known => {
          const { values, types } = engineValues(module, bindings);
          known.bind(values, types);
          const result = await known.run();
          for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; ) {
            take(chunk);
            chunk = await result.fetchChunk();
          }
        }),
      ),
    run,
    execute: sql => run(constant(sql)),
    checkExtensions: () => checkLoadedExtensions(again),
    close: () => raw.closeSync(),
  };
}

type Prepared = {
  readonly use: <Result>(
    text: string,
    action: (known: DuckDBPreparedStatement) => Promise<Result>,
  ) => Promise<Result>;
};

/** Texts that stay prepared: what readers ask, in its few shapes. */
const MOST_PREPARED = 64;

/** A statement is taken out while it runs, so that two uses of a text at a time do not share its values. */
function createPrepared(raw: DuckDBConnection): Prepared {
  const idle = new Map<string, DuckDBPreparedStatement>();
  return {
    use: async (text, action) => {
      const known = idle.get(text) ?? (await raw.prepare(text));
      idle.delete(text);
      try {
        return await action(known);
      } finally {
        if (idle.has(text)) known.destroySync();
        else idle.set(text, known);
        for (const [oldest, statement] of idle) {
          if (idle.size <= MOST_PREPARED) break;
          idle.delete(oldest);
          statement.destroySync();
        }
      }
    },
  };
}

function constant(text: string): Statement {
  return { text, bindings: [] };
}
