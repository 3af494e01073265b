import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../../core/fold.ts';
import type { FieldReader, FilterColumns } from '../../../tui/filter/columns.ts';
import { compileFilter } from '../../../tui/filter/compile.ts';
import { evaluate } from '../../../tui/filter/eval.ts';
import { casesFields } from '../../../tui/filter/fields/cases.ts';
import { runsFields } from '../../../tui/filter/fields/runs.ts';
import { parseFilter } from '../../../tui/filter/parse.ts';
import type { FieldValue } from '../../../tui/filter/truth.ts';
import { vectorCases } from '../../support/vectors.ts';
import { filterTrees } from './trees.ts';

type Row = { readonly id: string; readonly flags: readonly string[]; readonly [name: string]: FieldValue };
type Vector = {
  readonly name: string;
  readonly input: { readonly filter: string; readonly rows: readonly Row[] };
  readonly output: readonly string[];
};

function reader(row: Row): FieldReader {
  return { field: name => row[name] ?? null, flag: name => row.flags.includes(name) };
}

function truth(filter: string, row: Partial<Row>): boolean | null {
  const { where } = parseFilter(filter, casesFields);
  return evaluate(where, reader({ id: 'c1', question: '', flags: [], ...row }));
}

describe('tui.filter three values', () => {
  test.each(vectorCases<Vector>('tui-cli', 'filter.eval'))('$name', ({ input, output }) => {
    const { where } = parseFilter(input.filter, casesFields);
    const kept = input.rows.filter(row => evaluate(where, reader(row)) === true);
    expect(kept.map(({ id }) => id)).toEqual(output);
  });

  test.each([
    ['recall<1', { recall: Number.NaN }, null],
    ['-recall<1', {}, null],
    ['recall<1 or is:red', { flags: ['red'] }, true],
    ['recall<1 is:red', {}, false],
    ['tag:x', { tag: [] }, false],
    ['tag:x', {}, null],
    ['has:tag', { tag: [] }, false],
    ['has:recall', { recall: Number.POSITIVE_INFINITY }, false],
    ['question:STRASSE', { question: 'Straße' }, true],
    ['question=straße', { question: 'Straße' }, false],
    ['question:e\u0301', { question: 'É' }, true],
    ['question~^É$', { question: 'é' }, true],
    ['id:c*', { id: 'ac' }, false],
    ['id:a*a', { id: 'a' }, false],
    ['id:*b*c*', { id: 'xbxcx' }, true],
    ['id:*b*c*', { id: 'xcxb' }, false],
    ['"*"', { question: 'a*b' }, true],
    ['tag~^cj', { tag: ['x', 'cjk'] }, true],
    ['tag=cj', { tag: ['x', 'cjk'] }, false],
  ])('%s of %j is %s', (filter, row, expected) => {
    expect(truth(filter, row)).toBe(expected);
  });

  test('instants compare as time, in any form', () => {
    const { where } = parseFilter('started>=2030-06-01', runsFields);
    const at = (started: FieldValue): boolean | null =>
      evaluate(where, reader({ id: 'r', flags: [], started }));
    expect(at('2030-06-01T01:00:00+02:00')).toBe(false);
    expect(at('2030-06-01T02:00:00.000000001+02:00')).toBe(true);
    expect(at(Date.UTC(2030, 5, 1))).toBe(true);
    expect(at(null)).toBe(null);
    expect(at('yesterday')).toBe(null);
  });

  test('a bare word looks into the fields that are named', () => {
    const run = reader({ id: 'r1', flags: [], commit: '1A2B' });
    const { where } = parseFilter('1a2b', runsFields);
    expect(evaluate(where, run, runsFields.text)).toBe(true);
    expect(evaluate(where, run, ['id'])).toBe(false);
  });

  test('folding is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
    expect(fold('ΟΔΟΣ')).toBe(fold('οδος'));
  });
});

const ROWS: readonly Row[] = Array.from({ length: 40 }, (_, index) => ({
  id: `case-${index}${index % 3 === 0 ? '-CJK' : ''}`,
  question: ['Which plant?', 'Who?', 'Ünter', '', 'north Plant'][index % 5] ?? '',
  tag: [['cjk'], [], ['temporal', 'cjk']][index % 3] ?? [],
  outcome: ['pass', 'fail', 'unscored'][index % 3] ?? 'pass',
  cause: index % 2 === 0 ? null : 'lexical',
  recall: index % 4 === 0 ? null : index / 40,
  latency: index * 100,
  rank: index % 7,
  flags: index % 2 === 0 ? ['red'] : ['moved'],
}));

/** The same rows in the columns of an index. */
const COLUMNS: FilterColumns = {
  field: name => {
    const values = ROWS.map(row => row[name] ?? null);
    if (name === 'question') {
      const parts = ROWS.map(row => Buffer.from(fold(String(row['question']))));
      const starts = Float64Array.from([
        0,
        ...parts.map((_, i) => Buffer.concat(parts.slice(0, i + 1)).length),
      ]);
      return { kind: 'folded', bytes: Buffer.concat(parts), starts, at: ordinal => values[ordinal] ?? null };
    }
    if (name === 'recall' || name === 'latency' || name === 'rank') {
      return { kind: 'numbers', values: Float64Array.from(values, value => Number(value ?? Number.NaN)) };
    }
    if (name === 'tag' || name === 'outcome' || name === 'cause') {
      const keys = [...new Set(values.map(value => JSON.stringify(value)))];
      const codes = Uint32Array.from(values, value => keys.indexOf(JSON.stringify(value)));
      return {
        kind: 'words',
        codes,
        words: keys.map(key => values[codes.indexOf(keys.indexOf(key))] ?? null),
      };
    }
    return name === 'id' ? { kind: 'values', at: ordinal => values[ordinal] ?? null } : undefined;
  },
  flag: name =>
    name === 'red'
      ? { kind: 'bytes', values: Uint8Array.from(ROWS, ({ flags }) => Number(flags.includes('red'))) }
      : { kind: 'values', at: ordinal => ROWS[ordinal]?.flags.includes(name) ?? null },
};

describe('tui.filter over columns', () => {
  test('columns and rows agree on every tree and row, in whatever order rows are asked', () => {
    const order = fc.shuffledSubarray([...ROWS.keys()]);
    fc.assert(
      fc.property(filterTrees, order, (tree, ordinals) => {
        const compiled = compileFilter(tree, COLUMNS);
        for (const ordinal of ordinals) {
          const row = ROWS[ordinal];
          const expected = row === undefined ? null : evaluate(tree, reader(row));
          expect(compiled(ordinal)).toBe(expected === null ? 0 : expected ? 1 : -1);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a hit that runs over the end of a row is none', () => {
    const column = {
      kind: 'folded',
      bytes: Buffer.from('abab'),
      starts: Float64Array.from([0, 1, 3, 4]),
    } as const;
    const columns: FilterColumns = { field: () => ({ ...column, at: () => null }), flag: () => undefined };
    const tests = ['ab', 'ba'].map(text => compileFilter({ text }, columns, { text: ['id'] }));
    expect(tests.map(one => [0, 1, 2, 0].map(one))).toEqual([
      [-1, -1, -1, -1],
      [-1, 1, -1, -1],
    ]);
  });

  test('a column that is not there is unknown', () => {
    const none: FilterColumns = { field: () => undefined, flag: () => undefined };
    expect(compileFilter({ cmp: ['recall', '<', 1] }, none)(0)).toBe(0);
    expect(compileFilter({ is: 'red' }, none)(0)).toBe(0);
    expect(compileFilter({ has: 'recall' }, none)(0)).toBe(-1);
  });
});
