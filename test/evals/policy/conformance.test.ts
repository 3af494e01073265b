import { BOOLEAN, DOUBLE, DuckDBInstance, VARCHAR } from '@duckdb/node-api';
import { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../core/canonical-json.ts';
import type { JsonObject } from '../../../core/json.ts';
import { compilePredicate } from '../../../evals/policy/compile-predicate.ts';
import { predicateTest, type Verdict } from '../../../evals/policy/evaluate-predicate.ts';
import { parsePredicate } from '../../../evals/policy/parse-predicate.ts';
import type { Predicate } from '../../../evals/policy/predicate.ts';
import type { Scalar, Subject } from '../../../evals/policy/session.ts';
import { type BoundSql, bindSql, type Dialect } from '../../../evals/policy/sql-fragment.ts';
import { COLUMNS, conditions, PATTERNS, rows, subjects, TEXTS } from '../../support/predicate-arbitraries.ts';
import { predicateText } from '../../support/predicate-text.ts';

type Engine = {
  readonly run: (statement: string, parameters?: readonly Scalar[]) => Promise<readonly unknown[][]>;
  readonly close: () => Promise<void>;
};

const RUNS = 300;
const ROWS = 8;
const names = [...COLUMNS.keys()];
const physicalName = (column: string) => `c_${String(names.indexOf(column)).padStart(4, '0')}`;

const TYPES: { readonly [dialect in Dialect]: ReadonlyMap<string, string> } = {
  duckdb: new Map([
    ['integer', 'BIGINT'],
    ['number', 'DOUBLE'],
    ['boolean', 'BOOLEAN'],
  ]),
  postgres: new Map([
    ['integer', 'bigint'],
    ['number', 'double precision'],
    ['boolean', 'boolean'],
  ]),
};

/** A language's own order in PostgreSQL, so that a comparison that forgets the collation shows. */
const TEXT = { duckdb: 'VARCHAR', postgres: 'text COLLATE "und-x-icu"' } as const;

const OPEN: { readonly [dialect in Dialect]: () => Promise<Engine> } = {
  duckdb: async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    return {
      run: async (statement, parameters = []) => {
        const typed = parameters.map(value =>
          typeof value === 'number' ? DOUBLE : typeof value === 'boolean' ? BOOLEAN : VARCHAR,
        );
        return (await connection.runAndReadAll(statement, [...parameters], typed)).getRowsJson();
      },
      close: async () => connection.closeSync(),
    };
  },
  postgres: async () => {
    const database = await PGlite.create();
    return {
      run: async (statement, parameters = []) =>
        (await database.query<unknown[]>(statement, [...parameters], { rowMode: 'array' })).rows,
      close: () => database.close(),
    };
  },
};

describe.each(['duckdb', 'postgres'] as const)(
  'assurance.structure-tree.decision-module: the TypeScript executor and %s',
  dialect => {
    let engine: Engine;

    beforeAll(async () => {
      engine = await OPEN[dialect]();
      const columns = [...COLUMNS].map(
        ([name, type]) => `${physicalName(name)} ${TYPES[dialect].get(type) ?? TEXT[dialect]}`,
      );
      await engine.run(`CREATE TABLE t_0001 (seq INTEGER, ${columns.join(', ')})`);
      // PGlite sets up a whole cluster, which takes seconds on a busy machine.
    }, 240_000);

    afterAll(() => engine.close());

    test(`agree on ${RUNS * ROWS} generated triples`, async () => {
      const seen = new Map<Verdict, number>();
      await fc.assert(
        fc.asyncProperty(
          conditions.map(predicateText),
          fc.array(rows, { minLength: ROWS, maxLength: ROWS }),
          subjects,
          async (text, table, subject) => {
            const predicate = parsePredicate(text, { table: 't', columns: names });
            const expected = table.map(predicateTest(predicate, { columns: COLUMNS, subject }));
            for (const verdict of expected) seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
            expect(await landedAnswers(table, predicate, subject)).toEqual(expected);
          },
        ),
        { numRuns: RUNS, seed: 1592590456 },
      );
      // A generator whose predicates are nearly all unknown would show nothing.
      for (const verdict of [true, false, null]) expect(seen.get(verdict)).toBeGreaterThan(RUNS * ROWS * 0.1);
    }, 240_000);

    test('match every pattern with every text alike', async () => {
      const table = TEXTS.map(owner => ({ owner }));
      await land(table);
      for (const pattern of PATTERNS) {
        const predicate = parsePredicate(`owner LIKE '${pattern}'`, { table: 't', columns: names });
        expect([pattern, await answers(predicate, {})]).toEqual([pattern, expectedOf(table, predicate)]);
      }
    });

    test('order every two texts alike', async () => {
      const table = TEXTS.flatMap(owner => TEXTS.map(other => ({ owner, 'a"b': other })));
      await land(table);
      for (const operator of ['<', '=', '>=']) {
        const predicate = parsePredicate(`owner ${operator} "a""b"`, { table: 't', columns: names });
        expect(await answers(predicate, {})).toEqual(expectedOf(table, predicate));
      }
    });

    test.each([
      ['an OR of 330 terms', Array.from({ length: 330 }, (_, i) => `level=${i % 10}`).join(' OR ')],
      ['64 levels', `${'NOT ('.repeat(32)}level = 1${')'.repeat(32)}`],
      ['an IN of 512', `level IN (${Array.from({ length: 512 }, (_, i) => i).join(',')})`],
      [
        '64 nested calls of mixed types',
        `${'lower(coalesce('.repeat(32)}owner${', level))'.repeat(32)} = 'ops'`,
      ],
    ])('take a predicate at its limits: %s', async (_, text) => {
      const predicate = parsePredicate(text, { table: 't', columns: names });
      const table = [{ level: 1, owner: 'OPS' }, { level: 900, owner: null }, { owner: 'x' }];
      expect(await landedAnswers(table, predicate, { agent: 'a' })).toEqual(
        table.map(predicateTest(predicate, { columns: COLUMNS, subject: { agent: 'a' } })),
      );
    });

    test('read a hostile LIKE on 1 MB', async () => {
      const predicate = parsePredicate(`owner LIKE '${'%a'.repeat(1000)}%b'`, { table: 't', columns: names });
      const table = [{ owner: 'a'.repeat(1_000_000) }, { owner: `${'a'.repeat(1_000_000)}b` }];
      expect(await landedAnswers(table, predicate, { agent: 'a' })).toEqual([false, true]);
    });

    function expectedOf(table: readonly JsonObject[], predicate: Predicate): readonly Verdict[] {
      return table.map(predicateTest(predicate, { columns: COLUMNS, subject: {} }));
    }

    async function landedAnswers(table: readonly JsonObject[], predicate: Predicate, subject: Subject) {
      await land(table);
      return answers(predicate, subject);
    }

    async function land(table: readonly JsonObject[]) {
      await engine.run('BEGIN');
      await engine.run('DELETE FROM t_0001');
      for (const [seq, row] of table.entries()) await insert(seq, row);
      await engine.run('COMMIT');
    }

    async function answers(predicate: Predicate, subject: Subject) {
      const { sql, parameters } = compiled(predicate, subject);
      const found = await engine.run(`SELECT ${sql} FROM t_0001 ORDER BY seq`, parameters);
      return found.map(([verdict]) => verdict);
    }

    function compiled(predicate: Predicate, subject: Subject): BoundSql {
      const scope = { columns: COLUMNS, subject, dialect, physicalName };
      return bindSql(compilePredicate(predicate, scope), dialect, 1);
    }

    async function insert(seq: number, row: JsonObject) {
      const cells = names.flatMap(name => {
        const cell = Object.hasOwn(row, name) ? row[name] : undefined;
        if (cell === undefined || cell === null) return [];
        const text = COLUMNS.get(name) === 'json' || typeof cell === 'object' ? canonicalJson(cell) : cell;
        return [{ name, text }];
      });
      const columns = ['seq', ...cells.map(({ name }) => physicalName(name))].join(', ');
      const places = ['CAST($1 AS INTEGER)', ...cells.map((_, i) => `$${i + 2}`)].join(', ');
      await engine.run(`INSERT INTO t_0001 (${columns}) VALUES (${places})`, [
        seq,
        ...cells.map(({ text }) => text),
      ]);
    }
  },
);
