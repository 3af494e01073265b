import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cosine } from '../../../../evals/retrieve/cosine.ts';
import { type Connection, type Engine, openEngine } from '../../../../evals/store/duckdb/engine.ts';
import { sumOfSquares } from '../../../../evals/store/duckdb/squares.ts';
import { bound, statement } from '../../../../evals/store/duckdb/statement.ts';

const scratch = mkdtempSync(join(tmpdir(), 'contextful-traps-'));
let engine: Engine;
let connection: Connection;

beforeAll(async () => {
  engine = await openEngine({ threads: 2, memory: '256MiB', scratch });
  connection = await engine.connect();
});
afterAll(() => {
  connection.close();
  engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

async function column(sql: Parameters<typeof statement>[0]): Promise<readonly unknown[]> {
  return (await connection.rows(statement(sql))).map(([value]) => value);
}

const vector = fc.array(fc.float({ noNaN: true, min: -1e3, max: 1e3 }), { minLength: 16, maxLength: 16 });

describe('evaluate.md 7.2: what the engine would get wrong, and how the adapter asks instead', () => {
  test('the cosine of a zero vector is -1 in the engine: such rows have no vector at all', async () => {
    const [similarity] = await column(
      () => 'SELECT array_cosine_similarity([0, 0]::FLOAT[2], [1, 0]::FLOAT[2])',
    );
    expect(similarity).toBe(-1);
  });

  test('in FLOAT the last digits differ from the sequential loop', async () => {
    const [a, b] = [Float32Array.of(0.1, 0.7, 0.3), Float32Array.of(0.9, 0.2, 0.4)];
    const [similarity] = await column(
      bind =>
        `SELECT array_cosine_similarity(CAST(${bind(bound.text(`[${a}]`))} AS FLOAT[3]), CAST(${bind(bound.text(`[${b}]`))} AS FLOAT[3]))::DOUBLE`,
    );
    expect(similarity).not.toBe(cosine(a, b));
    expect(similarity).toBeCloseTo(cosine(a, b) ?? 0, 6);
  });

  test('in DOUBLE over the stored squares it equals the loop bit for bit', async () => {
    const pairs = fc
      .sample(fc.tuple(vector, vector), { seed: 7, numRuns: 500 })
      .map(([a, b]) => [Float32Array.from(a), Float32Array.from(b)] as const)
      .filter(([a, b]) => sumOfSquares(a) > 0 && sumOfSquares(b) > 0);
    const texts = (side: 0 | 1) => bound.texts(pairs.map(pair => `[${pair[side]}]`));
    const squares = (side: 0 | 1) => bound.numbers(pairs.map(pair => sumOfSquares(pair[side])));
    const found = await column(
      bind => `SELECT array_inner_product(a::FLOAT[16]::DOUBLE[16], b::DOUBLE[16]) / sqrt(x * y) FROM (
        SELECT unnest(${bind(texts(0))}) AS a, unnest(${bind(texts(1))}) AS b,
          unnest(${bind(squares(0))}) AS x, unnest(${bind(squares(1))}) AS y)`,
    );
    expect(found).toEqual(pairs.map(([a, b]) => cosine(a, b)));
  });

  test('`ln` differs from Math.log in the last bit for some inputs: idf is computed here', async () => {
    const inputs = Array.from({ length: 2000 }, (_, i) => 1 + (i + 0.5) / 7.5);
    const found = await column(bind => `SELECT ln(unnest(${bind(bound.numbers(inputs))}))`);
    const differing = inputs.filter((input, at) => found[at] !== Math.log(input));
    expect(differing.length).toBeGreaterThan(0);
  });
});
