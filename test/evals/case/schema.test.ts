import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../core/json.ts';
import type { CaseFault } from '../../../evals/case/fault.ts';
import { isWrittenCase } from '../../../evals/case/quick-check.ts';
import { readCase } from '../../../evals/case/read.ts';
import { caseJsonSchema, caseSchema } from '../../../evals/case/schema.ts';
import { writtenCases } from '../../support/cases.ts';
import { vectorCases } from '../../support/vectors.ts';

const BARE = { id: 'a', corpus: 'c', question: 'q' };

describe('assurance.evaluate.case-format: the published schema', () => {
  const validate = new Ajv2020({ strict: true }).compile(caseJsonSchema());
  const refused = vectorCases<{ line: string }>('evaluate', 'case-refusals').map(({ line }) => line);

  test.each(vectorCases<{ in: JsonValue }>('evaluate', 'case-normal-form'))(
    'accepts $in.id',
    ({ in: written }) => {
      expect(validate(written)).toBe(true);
    },
  );

  /** What no schema of one line can tell: ids of other lines, texts that are no JSON, how two members go together. */
  const BEYOND = [
    /^\{"id":"a","corpus":"c","question":"q"\}$/,
    /"id":"b","id":"c"/,
    /NaN|1e999|\\ud800/,
    /"question":" "/,
    /recency_bound/,
  ];

  test.each(refused.filter(line => !BEYOND.some(pattern => pattern.test(line))))('refuses %s', line => {
    expect(validate(JSON.parse(line))).toBe(false);
  });

  test('accepts every case that the format accepts', () => {
    fc.assert(
      fc.property(writtenCases, written => {
        expect(validate(JSON.parse(JSON.stringify(written)))).toBe(true);
      }),
    );
  });
});

describe('evaluate.md 3.2 the quick check and the schema are one', () => {
  const odd = fc.constantFrom<JsonValue>(
    null,
    0,
    '',
    ' ',
    'a',
    'a#',
    '#a',
    'a#b',
    'x'.repeat(65),
    '東'.repeat(22),
    'é'.repeat(101),
    'a\u0007',
    ' a',
    'a\u2028',
    [],
    [''],
    ['a'],
    ['a', 'b'],
    ['a', ''],
    ['a', 'b', 'c'],
    [['a', 'b']],
    [['a', 'b', 'c']],
    [1],
    ['#'],
    ['a#b'],
    [1, 2],
    {},
    { horizon: 1 },
    { x: 1 },
    true,
    '2030-01-01',
    '2030-02-30',
    '2030-01-01T00:00:00Z',
    '2030-01-01T24:00:00Z',
    '2300-01-01T00:00:00Z',
  );
  const names = [...Object.keys(caseSchema.shape), 'toString', '__proto__', 'constructor', 'x'];
  const inner = [
    'answer',
    'artifacts',
    'edges',
    'entities',
    'must_cite',
    'must_abstain',
    'must_not_retrieve',
    'time_anchor',
    'since',
    'recency_bound',
    'available_as_of',
    'valid_as_of',
    'landed_as_of',
    '__proto__',
    'x',
  ];
  const objectOf = (members: readonly string[], value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...members), value), { maxLength: 3, selector: ([name]) => name })
      .map(entries =>
        JSON.parse(
          `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`).join()}}`,
        ),
      );
  const broken = fc
    .tuple(
      writtenCases,
      objectOf(names, fc.oneof(odd, objectOf(inner, odd))),
      fc.constantFrom('', 'id', 'corpus', 'question'),
    )
    .map(([written, edits, dropped]): JsonValue => {
      const members = [...Object.entries(written), ...Object.entries(edits as object)].filter(
        ([name]) => name !== dropped,
      );
      const own = new Map(members);
      return JSON.parse(
        `{${[...own].map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`).join()}}`,
      );
    });

  test('on good and broken cases', () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(broken, value => {
        const accepted = caseSchema.safeParse(value).success;
        seen.add(accepted);
        expect(isWrittenCase(value)).toBe(accepted);
      }),
      { numRuns: 5000, seed: 3 },
    );
    expect(seen.size).toBe(2);
  });

  test.each<JsonValue>([null, 5, 'x', [], [BARE]])('%j is no case', value => {
    expect(isWrittenCase(value)).toBe(false);
    expect(readCase(value)).toMatchObject({ faults: [{ path: '', reason: 'type' }] });
  });
});

describe('assurance.evaluate.case-format: what a fault says', () => {
  test.each<[string, object, string, string, string]>([
    ['a number as id', { id: 5 }, 'id', 'type', 'id is not a text of 1 to 200 bytes: `5`'],
    ['a long id', { id: '東'.repeat(67) }, 'id', 'size', `id is too long: \`${'東'.repeat(67)}\``],
    [
      'a control character in an id',
      { id: 'a\u001b[31m' },
      'id',
      'type',
      'id holds a control character: `a\u001b[31m`',
    ],
    ['outer white space', { id: ' a' }, 'id', 'type', 'id begins or ends with white space: ` a`'],
    ['a missing corpus', { corpus: undefined }, 'corpus', 'missing', 'corpus is missing'],
    [
      'a tag of 65 bytes',
      { tags: ['x'.repeat(65)] },
      'tags[0]',
      'tag',
      `tags[0] is too long: \`${'x'.repeat(65)}\``,
    ],
    ['tags as text', { tags: 'a' }, 'tags', 'type', 'tags is not a list of tags: `a`'],
    [
      'an empty embedding',
      { query_embedding: [] },
      'query_embedding',
      'size',
      'query_embedding has the wrong length: `[]`',
    ],
    [
      'a text in an embedding',
      { query_embedding: [1, 'x'] },
      'query_embedding[1]',
      'type',
      'query_embedding[1] is not a finite number: `x`',
    ],
    [
      'a blank question beside a null embedding',
      { question: '', query_embedding: null },
      'question',
      'no-question',
      'question asks no question',
    ],
    [
      'an unknown bound',
      { bounds: { availble_as_of: '2030-01-01' } },
      'bounds.availble_as_of',
      'unknown-member',
      'bounds.availble_as_of is an unknown member; did you mean `available_as_of`?',
    ],
    [
      'an unknown member that is near none',
      { zebra: 1 },
      'zebra',
      'unknown-member',
      'zebra is an unknown member',
    ],
    [
      'a day that does not exist',
      { bounds: { valid_as_of: '2030-02-30' } },
      'bounds.valid_as_of',
      'instant',
      'bounds.valid_as_of is not an RFC 3339 instant or date: `2030-02-30`',
    ],
    [
      'a date as anchor',
      { expected: { time_anchor: '2030-06-01' } },
      'expected.time_anchor',
      'instant',
      'expected.time_anchor is not an RFC 3339 instant: `2030-06-01`',
    ],
    [
      'two bounds',
      { bounds: {}, bounded: { horizon: 'h' } },
      'bounds',
      'bounds-clash',
      'bounds stands beside bounded.horizon: `{}`',
    ],
    [
      'an edge of two',
      { expected: { edges: [['a', 'b']] } },
      'expected.edges[0]',
      'reference',
      'expected.edges[0] is no edge: `["a","b"]`',
    ],
    [
      'a citation without key',
      { expected: { must_cite: ['kb#'] } },
      'expected.must_cite[0]',
      'reference',
      'expected.must_cite[0] is no row and no table: `kb#`',
    ],
    [
      'a pair without key',
      { exclude: [['kb', '']] },
      'exclude[0][1]',
      'reference',
      'exclude[0][1] is no part of a reference',
    ],
  ])('%s', (_, edits, path, reason, message) => {
    const fault = firstFault(JSON.parse(JSON.stringify({ ...BARE, ...edits })));
    expect([fault?.path, fault?.reason, fault?.message]).toEqual([path, reason, message]);
  });

  test('a member that objects have by birth is unknown too', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const value: JsonValue = JSON.parse(`{"id":"a","corpus":"c","question":"q","${name}":{"x":1}}`);
      expect(firstFault(value)).toMatchObject({ path: name, reason: 'unknown-member' });
    }
  });

  test('a long value is cut to 80 characters', () => {
    expect(firstFault({ ...BARE, tags: '東'.repeat(100) })?.found).toBe(`${'東'.repeat(79)}…`);
  });

  test('one fault for each path', () => {
    const { faults } = { faults: undefined, ...readCase({ id: `${'a'.repeat(300)}\u0007 `, tags: [1, 2] }) };
    expect(faults?.map(fault => fault.path)).toEqual(['id', 'corpus', 'question', 'tags[0]', 'tags[1]']);
  });
});

function firstFault(value: JsonValue): CaseFault | undefined {
  const read = readCase(value);
  return read.faults?.[0];
}
