import { describe, expect, test } from 'vitest';
import { rankLabels } from '../../tui/palette.ts';
import { vectorCases } from '../support/vectors.ts';

type Vector = {
  readonly name: string;
  readonly input: { readonly query: string; readonly labels: readonly string[] };
  readonly output: readonly string[];
};

function ranked(query: string, labels: readonly string[]): readonly (string | undefined)[] {
  return rankLabels(query, labels).map(index => labels[index]);
}

describe('tui-cli.md 19 palette', () => {
  test.each(vectorCases<Vector>('tui-cli', 'palette'))('$name', ({ input, output }) => {
    expect(ranked(input.query, input.labels)).toEqual(output);
  });

  test('the six classes in their order', () => {
    const labels = ['xaxbx', 'xabx', 'ax bx', 'x ab', 'abx', 'ab'];
    expect(ranked('AB', labels)).toEqual(['ab', 'abx', 'x ab', 'ax bx', 'xabx', 'xaxbx']);
  });

  test('the shortest stretch counts, not the first', () => {
    expect(ranked('abc', ['axxbxxc', 'axxxxxabxc'])).toEqual(['axxxxxabxc', 'axxbxxc']);
  });

  test('equal matches go by length, then by code point', () => {
    expect(ranked('a', ['a-2', 'a-10', 'a-1', 'a-1'])).toEqual(['a-1', 'a-1', 'a-2', 'a-10']);
  });

  test('blanks around the query do not count', () => {
    expect(rankLabels('  ', ['b', 'a'])).toEqual([0, 1]);
    expect(ranked(' a ', ['b', 'a'])).toEqual(['a']);
  });
});
