import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../../../evals/store/duckdb/engine.ts';
import { openEngine } from '../../../../evals/store/duckdb/engine.ts';
import { checkLinkedFunctions } from '../../../../evals/store/duckdb/linked-functions.ts';

const root = mkdtempSync(join(tmpdir(), 'contextful-linked-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const LINKED = [['core_functions'], ['json'], ['parquet']] as const;
const PARSED = ['v1.5.6', '{"error":false}'] as const;

/** An engine that answers the three questions of the check. */
function answering(
  linked: readonly (readonly string[])[],
  parsed: readonly string[],
  readBack: number | Error,
): Pick<Connection, 'rows' | 'execute'> {
  return {
    execute: async () => undefined,
    rows: async ({ text }) => {
      if (text.includes('duckdb_extensions')) return linked;
      if (text.includes('json_serialize_sql')) return [parsed];
      if (readBack instanceof Error) throw readBack;
      return [[readBack]];
    },
  };
}

describe('assurance.build.linked-query-functions', () => {
  test('the engine that we ship has them, and leaves no probe behind', async () => {
    const scratch = join(root, "it's a run");
    const engine = await openEngine({ threads: 1, memory: '128MiB', scratch });
    expect(engine.version).toMatch(/^v\d+\.\d+\.\d+$/);
    engine.close();
    expect(existsSync(join(scratch, 'probe.parquet'))).toBe(false);
  });

  test('answers the version of an engine that has them', async () => {
    await expect(checkLinkedFunctions(answering(LINKED, PARSED, 42), join(root, 'p'))).resolves.toBe(
      'v1.5.6',
    );
  });

  test.each([
    ['parquet is not linked', answering(LINKED.slice(0, 2), PARSED, 42), 'parquet not linked'],
    [
      'SQL is not parsed',
      answering(LINKED, ['v1.5.6', '{"error":true}'], 42),
      'json_serialize_sql does not answer',
    ],
    ['a Parquet file reads back wrong', answering(LINKED, PARSED, 41), 'a Parquet file does not read back'],
    ['a Parquet file is not read', answering(LINKED, PARSED, new Error('no reader')), 'no reader'],
  ])('%s', async (_, engine, found) => {
    await expect(checkLinkedFunctions(engine, join(root, 'p'))).rejects.toMatchObject({
      code: 'StoreEngineUnsupported',
      exit: 3,
      found,
    });
  });
});
