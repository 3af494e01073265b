import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contributionUnits, inverseDocumentFrequency } from '../../../../evals/retrieve/bm25.ts';
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

  test('`ln` differs from Math.log in the last bit for some inputs: idf is bound', async () => {
    const inputs = Array.from({ length: 2000 }, (_, i) => 1 + (i + 0.5) / 7.5);
    const found = await column(bind => `SELECT ln(unnest(${bind(bound.numbers(inputs))}))`);
    const differing = inputs.filter((input, at) => found[at] !== Math.log(input));
    expect(differing.length).toBeGreaterThan(0);
  });

  test('the units of a contribution equal those of TypeScript', async () => {
    const cases = fc.sample(
      fc.record({
        n: fc.integer({ min: 1, max: 1_000_000 }),
        df: fc.integer({ min: 1, max: 1000 }),
        tf: fc.integer({ min: 1, max: 50 }),
        length: fc.integer({ min: 1, max: 4000 }),
        average: fc.double({ min: 0.5, max: 900, noNaN: true }),
      }),
      { seed: 11, numRuns: 1000 },
    );
    const weights = cases.map(({ n, df }) => inverseDocumentFrequency(n + df, df));
    const found = await column(
      bind => `SELECT floor((idf * tf::DOUBLE * ${bind(bound.number(2.2))}) / (tf::DOUBLE + ${bind(bound.number(1.2))}
          * (${bind(bound.number(0.25))} + (${bind(bound.number(0.75))} * length::DOUBLE) / average)) * 1e12 + 5e-1)::BIGINT
        FROM (SELECT unnest(${bind(bound.numbers(weights))}) AS idf,
          unnest(${bind(bound.integers(cases.map(({ tf }) => tf)))}) AS tf,
          unnest(${bind(bound.integers(cases.map(({ length }) => length)))}) AS length,
          unnest(${bind(bound.numbers(cases.map(({ average }) => average)))}) AS average)`,
    );
    expect(found).toEqual(
      cases.map(({ tf, length, average }, at) =>
        contributionUnits(weights[at] ?? 0, tf, length, average, { k1: 1.2, b: 0.75 }),
      ),
    );
  });
});
