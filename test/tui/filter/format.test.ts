import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesFields } from '../../../tui/filter/fields/cases.ts';
import { runsFields } from '../../../tui/filter/fields/runs.ts';
import { formatFilter, formatSort } from '../../../tui/filter/format.ts';
import { parseFilter } from '../../../tui/filter/parse.ts';
import { vectorCases } from '../../support/vectors.ts';
import { filterTrees } from './trees.ts';

describe('tui.filter writing', () => {
  test('a tree that was written reads as the same tree', () => {
    fc.assert(
      fc.property(filterTrees, tree => {
        const text = formatFilter(tree, casesFields);
        fc.pre(Array.from(text).length <= 1000);
        expect(parseFilter(text, casesFields).where).toEqual(tree);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ...vectorCases<{ name: string; output: unknown }>('tui-cli', 'filter.parse').map(
      ({ name }) => [name, casesFields] as const,
    ),
    ...vectorCases<{ name: string; output: unknown }>('tui-cli', 'filter.parse.runs').map(
      ({ name }) => [name, runsFields] as const,
    ),
  ])('%s comes back, also without its table', (name, table) => {
    const { where } = parseFilter(name === '(empty)' ? '' : name, table);
    expect(parseFilter(formatFilter(where, table), table).where).toEqual(where);
    expect(formatFilter(where)).toBe(formatFilter(where, table));
  });

  test.each([
    ['tag:a,b or recall>=0.1 recall<=0.2', 'tag:a,b or recall=0.1..0.2'],
    ['not (id!=x)', '-id!=x'],
    ['a (b or c)', 'a (b or c)'],
    ['outcome!=fail,error latency>=7200000ms', 'outcome!=fail,error latency>=2h'],
    ['latency<90s latency>0ms', 'latency<90s latency>0ms'],
    ['-is:red,moved has:tag,answer', '-is:red,moved has:tag,answer'],
    ['"OR" "a b" id:"a,b" id~"(x y)"', '"OR" "a b" id:"a,b" id~"(x y)"'],
  ])('%s is written %s', (text, written) => {
    expect(formatFilter(parseFilter(text, casesFields).where, casesFields)).toBe(written);
  });

  test('sizes and instants are written in their shortest form', () => {
    const { where } = parseFilter(
      'size>10485760 started>=2030-06-01T00:00:00Z started<2030-06-02T10:00:00Z',
      runsFields,
    );
    expect(formatFilter(where, runsFields)).toBe(
      'size>10MiB started>=2030-06-01 started<2030-06-02T10:00:00Z',
    );
  });

  test('an order comes back', () => {
    const { sort } = parseFilter('sort:recall,id-', casesFields);
    expect(formatSort(sort ?? [])).toBe('sort:recall,id-');
  });
});
