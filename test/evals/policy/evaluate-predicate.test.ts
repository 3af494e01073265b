import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { predicateTest } from '../../../evals/policy/evaluate-predicate.ts';
import { parsePredicate } from '../../../evals/policy/parse-predicate.ts';
import type { Subject } from '../../../evals/policy/session.ts';
import type { ColumnType } from '../../../evals/store/port.ts';
import { vectorCases } from '../../support/vectors.ts';

const columns = new Map<string, ColumnType>([
  ['owner', 'string'],
  ['team', 'string'],
  ['level', 'integer'],
  ['extra', 'json'],
]);

describe('assurance.evaluate.policy-labels: three-valued predicates', () => {
  const rows = vectorCases<JsonObject>('evaluate', 'predicate-rows');

  test.each(
    vectorCases<{ predicate: string; subject: Subject; results: (boolean | null)[] }>(
      'evaluate',
      'predicates',
    ),
  )('$predicate as $subject', ({ predicate, subject, results }) => {
    expect(rows.map(row => verdict(predicate, row, subject))).toEqual(results);
  });

  test.each<[string, JsonObject, boolean | null]>([
    ["lower(owner) = 'Éa'", { owner: 'ÉA' }, true],
    ["upper(owner) = 'ıI'", { owner: 'ıi' }, true],
    ["trim(owner) = 'x'", { owner: '  x ' }, true],
    ["trim(owner) = 'x'", { owner: '\tx' }, false],
    ['length(owner) = 2', { owner: '😀a' }, true],
    ["owner > 'Ａ'", { owner: '😀' }, true],
    ["level = '3'", { level: 3 }, null],
    ["level IN ('3', 3)", { level: 3 }, true],
    ["level NOT IN ('3', 4)", { level: 3 }, null],
    ["coalesce(level, 'x') = 'x'", { level: null }, true],
    ["coalesce(level, 'x') = 'x'", { level: 1 }, null],
    ["starts_with(owner, 'a') = TRUE", { owner: 'ab' }, true],
    ['starts_with(owner, level) = TRUE', { owner: 'ab', level: 1 }, null],
    ["extra = 'a'", { extra: 'a' }, null],
    ['extra IS NULL', { extra: { a: 1 } }, false],
    ['extra IS NULL', { extra: null }, true],
    ['subject.constructor IS NULL', {}, true],
    ['FALSE < TRUE', {}, true],
    ["owner = 'a' AND level = NOT_THERE", { owner: 'b' }, false],
  ])('%s over %j', (predicate, row, expected) => {
    expect(verdict(predicate, row, { agent: 'a' })).toBe(expected);
  });

  test('names of an object’s own machinery are plain columns', () => {
    const hostile = new Map<string, ColumnType>([
      ['__proto__', 'string'],
      ['constructor', 'string'],
      ['a"b', 'string'],
    ]);
    const row = JSON.parse('{"__proto__": "x", "a\\"b": "y"}');
    const of = (text: string) =>
      predicateTest(parsePredicate(text, { table: 't', columns: hostile.keys() }), {
        columns: hostile,
        subject: {},
      })(row);
    expect(of("__proto__ = 'x'")).toBe(true);
    expect(of('constructor IS NULL')).toBe(true);
    expect(of(`"a""b" = 'y'`)).toBe(true);
  });
});

function verdict(predicate: string, row: { readonly [name: string]: JsonValue }, subject: Subject) {
  return predicateTest(parsePredicate(predicate, { table: 't', columns: null }), { columns, subject })(row);
}
