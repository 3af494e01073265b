import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, type Engine, openEngine } from '../../../../evals/store/duckdb/engine.ts';
import { openPostings } from '../../../../evals/store/duckdb/postings.ts';

const scratch = mkdtempSync(join(tmpdir(), 'contextful-postings-'));
let engine: Engine;
let connection: Connection;

beforeAll(async () => {
  engine = await openEngine({ threads: 2, memory: '256MiB', scratch });
  connection = await engine.connect();
  await connection.execute(
    `CREATE TABLE postings AS SELECT ((r * 7) % 1000)::INTEGER AS term, r::INTEGER AS rid, (1 + r % 3)::INTEGER AS tf
     FROM range(50000) t(r) ORDER BY term, rid`,
  );
});
afterAll(() => {
  connection.close();
  engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

test.each([
  ['held in memory', 1_000_000],
  ['asked of the engine', 0],
])('postings %s: every row of a term once, none of a term that no row holds', async (_, mostHeld) => {
  const source = await openPostings(connection, mostHeld);
  const found = await source([0, 999, 21, 1000, 5000]);
  const lines = [...found].map(([term, { rids, counts }]) => [
    term,
    [...rids].map((rid, at) => [rid, counts[at]] as const).sort(([a], [b]) => a - b),
  ]);
  // 143 is the inverse of 7 modulo 1000.
  const expected = (term: number) =>
    Array.from({ length: 50 }, (_none, i) => ((term * 143) % 1000) + 1000 * i).map(rid => [
      rid,
      1 + (rid % 3),
    ]);
  expect(lines).toEqual([
    [0, expected(0)],
    [999, expected(999)],
    [21, expected(21)],
    [1000, []],
    [5000, []],
  ]);
});
