import { rm } from 'node:fs/promises';
import { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../spec/refusals.ts';
import type { Connection } from './engine.ts';
import type { Statement } from './statement.ts';

type Asked = Pick<Connection, 'rows' | 'execute'>;

const LINKED = ['core_functions', 'json', 'parquet'];

/**
 * Answers the engine's version when the functions that we use are linked into it and work; `probe` is a file
 * to write and remove. Refuses StoreEngineUnsupported. Clause assurance.build.linked-query-functions.
 */
export async function checkLinkedFunctions(connection: Asked, probe: string): Promise<string> {
  try {
    const extensions = await connection.rows(
      constant(
        `SELECT extension_name FROM duckdb_extensions() WHERE loaded AND install_mode = 'STATICALLY_LINKED'`,
      ),
    );
    const missing = LINKED.filter(name => !extensions.some(([linked]) => linked === name));
    if (missing.length > 0) throw unsupported(`${missing.join(', ')} not linked`);
    const [answer] = await connection.rows(constant(`SELECT version(), json_serialize_sql('SELECT 1')`));
    const [version, parsed] = (answer ?? []).map(String);
    if (parsed?.includes('"error":false') !== true) throw unsupported('json_serialize_sql does not answer');
    await checkParquet(connection, probe);
    return version ?? '';
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw unsupported(error instanceof Error ? error.message : String(error), error);
  }
}

async function checkParquet(connection: Asked, probe: string): Promise<void> {
  try {
    // COPY takes no bound path; the path is the run's own and its quotes are doubled.
    await connection.execute(
      `COPY (SELECT 42 AS answer) TO '${probe.replaceAll("'", "''")}' (FORMAT parquet)`,
    );
    const [row] = await connection.rows({
      text: 'SELECT answer FROM read_parquet($1)',
      bindings: [{ type: 'text', value: probe }],
    });
    if (row?.[0] !== 42) throw unsupported('a Parquet file does not read back');
  } finally {
    await rm(probe, { force: true });
  }
}

function constant(text: string): Statement {
  return { text, bindings: [] };
}

function unsupported(found: string, cause?: unknown) {
  return refuse('StoreEngineUnsupported', {
    message: `the engine lacks what ranking needs: ${found}`,
    found,
    want: 'json, parquet and core_functions linked into the engine',
    cause,
  });
}
