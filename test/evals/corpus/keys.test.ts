import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { createKeyLedger, rowKey } from '../../../evals/corpus/keys.ts';
import { vectorCases } from '../../support/vectors.ts';
import { oneTable, refusalOf } from './tree.ts';

describe('assurance.evaluate.row-reference: row keys', () => {
  test.each(vectorCases<{ primary_key: string[]; row: JsonObject; key: string }>('evaluate', 'row-keys'))(
    '$primary_key of $row is $key',
    ({ primary_key: primaryKey, row, key }) => {
      expect(rowKey(primaryKey, row)).toBe(key);
    },
  );

  test('a column called like a member of every object is a column', () => {
    expect(rowKey(['constructor', 'toString'], {})).toBe(',');
    expect(rowKey(['constructor'], { constructor: 'a' })).toBe('a');
  });

  const two = (first: string, second: string, key = '["a", "b"]', more = '') =>
    oneTable(`primary_key = ${key}\n${more}`, `${first}\n${second}\n`);

  test.each([
    ['{"a":"x,y","b":"z"}', '{"a":"x","b":"y,z"}', '["a", "b"]', ''],
    ['{"a":"x","b":""}', '{"a":"x"}', '["a", "b"]', ''],
    ['{"a":null}', '{"a":"null"}', '["a"]', ''],
    ['{"a":"null"}', '{"a":null}', '["a"]', ''],
    ['{"a":1}', '{"a":"1"}', '["a"]', 'columns = { a = "json" }'],
    [
      '{"a":{"p":1,"q":2},"b":"z"}',
      '{"a":"{\\"p\\":1","b":"\\"q\\":2},z"}',
      '["a", "b"]',
      'columns = { a = "json" }',
    ],
    ['{"a":[1],"b":"2,3"}', '{"a":[1],"b":"2,3","c":""}', '["a", "b", "c"]', ''],
  ])('%s and %s join to one text', async (first, second, key, more) => {
    const refusal = await refusalOf(two(first, second, key, more));
    expect(refusal.code).toBe('EvalRowKeyAmbiguous');
    expect(refusal.facts).toEqual({ table: 'kb/t', file: 'evals/corpora/c/rows/kb/t.jsonl', lines: [1, 2] });
  });

  test.each([
    ['{"a":"x,y","b":"z"}', '{"a":"x,y","b":"z"}'],
    ['{"a":"x"}', '{"a":"x"}'],
    ['{"a":"x","b":"y"}', '{"a":"x","b":"z"}'],
  ])('%s and %s do not: equal keys are versions of one row', async (first, second) => {
    expect((await two(first, second)).rows).toBe(2);
  });

  test.each(['{"b":"x"}', '{"a":""}', '{"a":"","b":"x"}'])('a row without key refuses: %s', async row => {
    const refusal = await refusalOf(oneTable('primary_key = ["a"]', `{"a":"1","b":""}\n${row}\n`));
    expect(refusal.facts).toMatchObject({ reason: 'empty-key', line: 2, column: 'a' });
  });

  const part = fc.oneof(
    fc.constantFrom<JsonValue>('', ',', 'null', 'a', 'a,b', 'b', '1', 'true', null, 1, true, [1, 2], {
      a: 1,
    }),
    fc.stringMatching(/^[a,]{0,3}$/),
  );
  const rows = fc.array(fc.record({ a: part, b: part, c: part }, { requiredKeys: [] }), { maxLength: 12 });

  test.each([[['a']], [['a', 'b']], [['a', 'b', 'c']]])(
    'over %j the ledger finds what a comparison of all pairs finds, for text columns',
    primaryKey => {
      const texts = rows.map(list => list.map(row => onlyTexts(row)));
      fc.assert(
        fc.property(texts, list => {
          const ledger = createKeyLedger(primaryKey, new Set());
          const found = list.map((row, index) => ledger(rowKey(primaryKey, row), row, index) !== undefined);
          expect(found).toEqual(list.map((row, index) => clashes(primaryKey, list.slice(0, index), row)));
        }),
      );
    },
  );

  test('and for columns that mix types', () => {
    const primaryKey = ['a', 'b'];
    fc.assert(
      fc.property(rows, list => {
        const ledger = createKeyLedger(primaryKey, new Set(primaryKey));
        const found = list.some((row, index) => ledger(rowKey(primaryKey, row), row, index) !== undefined);
        expect(found).toBe(list.some((row, index) => clashes(primaryKey, list.slice(0, index), row)));
      }),
    );
  });
});

function onlyTexts(row: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(row).filter(([, cell]) => cell === null || typeof cell === 'string'),
  );
}

/** Whether the first earlier row of this key text has another key. */
function clashes(primaryKey: readonly string[], earlier: readonly JsonObject[], row: JsonObject): boolean {
  const same = earlier.find(other => rowKey(primaryKey, other) === rowKey(primaryKey, row));
  return same !== undefined && tuple(primaryKey, same) !== tuple(primaryKey, row);
}

function tuple(primaryKey: readonly string[], row: JsonObject): string {
  return JSON.stringify(primaryKey.map(column => (Object.hasOwn(row, column) ? [row[column] ?? null] : [])));
}
