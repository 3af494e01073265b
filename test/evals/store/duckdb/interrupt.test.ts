import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../../../evals/store/duckdb/engine.ts';
import { statement } from '../../../../evals/store/duckdb/statement.ts';

let scratch: string;
let engine: Engine;

beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'contextful-interrupt-'));
  engine = await openEngine({ threads: 1, memory: '256MiB', scratch });
});
afterEach(() => {
  engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** Hours of work. */
const ENDLESS = statement(
  () => 'SELECT sum(a.range * b.range % 7) FROM range(10000000) a, range(10000000) b',
);
const SHORT = statement(() => 'SELECT 1');
const REASON = new Error('the run was interrupted');

describe('evaluate.md 11.4 an engine that is interrupted', () => {
  test('stops a statement that runs, with the reason', async () => {
    const connection = await engine.connect();
    const running = connection.rows(ENDLESS);
    setTimeout(() => engine.interrupt(REASON), 50);
    await expect(running).rejects.toBe(REASON);
    connection.close();
  });

  test('stops a statement that is about to begin', async () => {
    const connection = await engine.connect();
    const running = connection.rows(ENDLESS);
    engine.interrupt(REASON);
    await expect(running).rejects.toBe(REASON);
    connection.close();
  });

  test('begins no statement any more, on no connection', async () => {
    const connection = await engine.connect();
    expect(await connection.rows(SHORT)).toEqual([[1]]);
    engine.interrupt(REASON);
    await expect(connection.rows(SHORT)).rejects.toBe(REASON);
    await expect(engine.connect()).rejects.toBe(REASON);
    connection.close();
  });
});
