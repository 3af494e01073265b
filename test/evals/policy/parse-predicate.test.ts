import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../core/refusal.ts';
import { parsePredicate } from '../../../evals/policy/parse-predicate.ts';
import { conditions } from '../../support/predicate-arbitraries.ts';
import { predicateText } from '../../support/predicate-text.ts';
import { vectorCases } from '../../support/vectors.ts';

const columns = ['owner', 'team', 'level', 'a', 'active'];

describe('assurance.evaluate.policy-labels: the grammar of predicates', () => {
  test.each(vectorCases<{ predicate: string; at: string }>('evaluate', 'predicate-refusals'))(
    '$predicate refuses: $at',
    ({ predicate, at }) => {
      expect(faultOf(predicate)).toMatchObject({
        code: 'EnforcePredicateOutsideGrammar',
        exit: 2,
        facts: { table: 'kb/notes', at, found: expect.any(String) },
      });
    },
  );

  test.each([
    ['', 'expected a literal at 0'],
    ['NULL = owner', 'expected a literal at 0'],
    ['NOT active', 'no comparison at 10'],
    ['TRUE', 'no comparison at 4'],
    ["(owner) = 'a'", 'no comparison at 6'],
    ["(owner = 'a'", 'expected ")" at 12'],
    ["owner = 'a')", 'unexpected ")" at 11'],
    ["owner = 'a' 'b'", `unexpected "'b'" at 12`],
    ['level = 1 -1', 'unexpected "-1" at 10'],
    ['level = 1e999', 'number out of range at 8'],
    ["owner = 'a", 'unterminated text at 8'],
    ['"owner = 1', 'unterminated column name at 0'],
    ['owner LIKE team', 'expected a text at 11'],
    ["owner LIKE 'a\\'", 'unfinished escape at 11'],
    ['owner NOT = 1', 'expected IN or LIKE at 10'],
    ['owner IS TRUE', 'expected NULL at 9'],
    ['owner IN (subject.agent)', 'expected a literal at 10'],
    ["owner IN ('a', NULL)", 'expected a literal at 15'],
    ['coalesce(owner, NULL) = 1', 'expected a literal at 16'],
    ['coalesce() = 1', 'expected a literal at 9'],
    ["lower(owner, team) = 'a'", '2 operands of lower at 0'],
    ['starts_with(owner) = TRUE', '1 operands of starts_with at 0'],
    ['nope = 1', 'column nope'],
    ['__proto__ = 1', 'column __proto__'],
    ['Owner = 1', 'column Owner'],
    ['subject = 1', 'column subject'],
    ['subject.agent.x = 1', 'unexpected "." at 13'],
    ["owner = '\0'", 'unexpected "\\u0000" at 9'],
    ["owner = '\ud800'", 'unexpected "\\ud800" at 9'],
    ["team = '😀' /* x */", 'unexpected "/" at 11'],
    [`${'('.repeat(10_000)}owner = 1`, 'depth at 64'],
    [`${'NOT '.repeat(65)}level = 1`, 'depth at 256'],
    [`${'lower('.repeat(65)}owner`, 'depth at 384'],
    [`owner = '${'x'.repeat(5000)}'`, 'size at 4096'],
    [`owner = 'a' ${' '.repeat(5000)}`, 'size at 4096'],
    [`owner = 'a' ! ${' '.repeat(5000)}`, 'unexpected "!" at 12'],
    [`level IN (${'1,'.repeat(512)}1)`, 'value 513 of an IN at 1034'],
  ])('%j', (predicate, at) => {
    expect(faultOf(predicate).facts).toMatchObject({ at });
  });

  test('the excerpt shows the predicate with a caret under the fault; the hint says what to write', () => {
    const fault = faultOf("team = 'ops'\nAND owner = NULL");
    expect(fault.message).toBe(
      'the predicate of table `kb/notes` leaves the grammar: expected a literal at 25',
    );
    expect(fault.excerpt).toEqual(["team = 'ops' AND owner = NULL", '                         ^']);
    expect(fault.found).toBe('"NULL"');
    expect(fault.want).toContain('operand = column');
    expect(fault.hint).toBe('write IS NULL or IS NOT NULL');
  });

  test('a long predicate is shown around the fault only', () => {
    const fault = faultOf(`owner = '${'😀'.repeat(200)}' ; ${' '.repeat(200)}`);
    const [line = '', caret = ''] = fault.excerpt;
    expect([...line].length).toBeLessThan(90);
    expect([...line][caret.length - 1]).toBe(';');
  });

  test('exceptions read the subject alone', () => {
    expect(() => parsePredicate("owner = 'a'", { table: 't', columns: [] })).toThrow(
      expect.objectContaining({ facts: { table: 't', at: 'column owner', found: '"owner"' } }),
    );
    expect(parsePredicate("subject.role = 'admin'", { table: 't', columns: [] }).columns).toEqual([]);
  });

  test('keywords in any case, quoted names, numbers, doubled quotes', () => {
    const { condition, columns: read } = parsePredicate(
      "not \"a\"\"b\" in (-1, 2.5e3, 'it''s', true) or LOWER(x_1) like '%'",
      { table: 't', columns: null },
    );
    expect(condition).toEqual({
      kind: 'or',
      conditions: [
        {
          kind: 'not',
          condition: {
            kind: 'in',
            negated: false,
            operand: { kind: 'column', name: 'a"b' },
            values: [-1, 2500, "it's", true],
          },
        },
        {
          kind: 'like',
          negated: false,
          operand: { kind: 'call', call: 'lower', operands: [{ kind: 'column', name: 'x_1' }] },
          pattern: '%',
        },
      ],
    });
    expect(read).toEqual(['a"b', 'x_1']);
  });

  test('a predicate of exactly 4096 bytes and 64 levels is read', () => {
    const start = "owner = '";
    const text = `${start}${'x'.repeat(4096 - start.length - 1)}'`;
    expect(parsePredicate(text, { table: 't', columns: null }).text).toHaveLength(4096);
    const deep = `${'('.repeat(64)}owner = 1${')'.repeat(64)}`;
    expect(parsePredicate(deep, { table: 't', columns: null }).columns).toEqual(['owner']);
  });

  test('parsing what is written gives the same tree', () => {
    fc.assert(
      fc.property(conditions, condition => {
        const { condition: parsed } = parsePredicate(predicateText(condition), { table: 't', columns: null });
        expect(parsed).toEqual(condition);
      }),
      { numRuns: 500 },
    );
  });

  test('any text is read or refused, never anything else', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      'NOT ',
      ' AND ',
      'owner',
      '=',
      "'a'",
      ',',
      ' IN ',
      '"',
      "'",
      '\\',
      '-',
      '1',
      'lower',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(pieces).map(list => list.join('')),
        ),
        text => {
          try {
            parsePredicate(text, { table: 't', columns: null });
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function faultOf(predicate: string): Refusal {
  try {
    parsePredicate(predicate, { table: 'kb/notes', columns });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error(`${predicate} was read`);
}
