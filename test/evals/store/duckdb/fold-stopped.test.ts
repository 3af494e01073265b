import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDictionary } from '../../../../evals/store/duckdb/dictionary.ts';
import { type Connection, type Engine, openEngine } from '../../../../evals/store/duckdb/engine.ts';
import { foldStore } from '../../../../evals/store/duckdb/fold.ts';
import { createIntake } from '../../../../evals/store/duckdb/intake.ts';
import { type Landing, landTable } from '../../../../evals/store/duckdb/landing.ts';
import { createTables } from '../../../../evals/store/duckdb/layout.ts';
import { iterate, row, STAMP, table } from '../memory-world.ts';

const scratch = mkdtempSync(join(tmpdir(), 'contextful-fold-'));
let engine: Engine;
let writing: Connection;
let reading: Connection;

beforeAll(async () => {
  engine = await openEngine({ threads: 2, memory: '256MiB', scratch });
  writing = await engine.connect();
  reading = await engine.connect();
  await createTables(writing);
});
afterAll(() => {
  engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

const ROWS = 4000;

describe('evaluate.md 6.3: a fold that is stopped before any of its statements', () => {
  test('leaves the old fold, and the next one is whole', async () => {
    const ground = { intake: createIntake(engine, writing), dictionary: createDictionary() };
    const schema = table('kb/notes');
    const land = (number: number): Promise<Landing> => {
      const place = { number, firstRid: number * ROWS };
      const rows = Array.from({ length: ROWS }, (_, seq) =>
        row(seq, { key: `k${seq}`, text: `rail strike ${seq} vote` }),
      );
      const stamp = { ...STAMP, runId: `eval-${number}` };
      return landTable(ground, place, schema, iterate(rows), stamp);
    };
    const old = [await land(0)];
    await foldStore(writing, old);
    const landings = [...old, await land(1)];
    for (let statements = 0; statements < STATEMENTS; statements += 1) {
      await expect(foldStore(stoppingAfter(statements, writing), landings)).rejects.toThrow('stopped');
      expect(await state(reading)).toEqual(OLD);
    }
    await foldStore(writing, landings);
    expect(await state(reading)).toEqual(NEW);
  });
});

/** BEGIN, postings, staged, versions, counts, COMMIT. */
const STATEMENTS = 6;

/** Fails instead of its next statement, as an engine does whose disk is full; a rollback still works. */
function stoppingAfter(statements: number, connection: Connection): Connection {
  let left = statements;
  const next = <Asked, Result>(ask: (asked: Asked) => Promise<Result>) => {
    return async (asked: Asked): Promise<Result> => {
      if (asked !== 'ROLLBACK' && left === 0) throw new Error('stopped');
      if (asked !== 'ROLLBACK') left -= 1;
      return ask(asked);
    };
  };
  return {
    ...connection,
    execute: next(connection.execute),
    run: next(connection.run),
    rows: next(connection.rows),
  };
}

const OLD = [4000n, 16000n, 4000n];
const NEW = [8000n, 32000n, 0n];

/** Versions, postings, and rows whose postings still wait. */
async function state(connection: Connection): Promise<readonly unknown[]> {
  const [counts] = await connection.rows({
    text: `SELECT (SELECT count(*) FROM versions), (SELECT count(*) FROM postings), (SELECT count(DISTINCT rid) FROM staged)`,
    bindings: [],
  });
  return counts ?? [];
}
