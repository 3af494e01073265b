import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignmentDistance, suggest } from '../../core/suggest.ts';
import { vectorCases } from '../support/vectors.ts';

type Case = { name: string; input: { input: string; candidates: string[] }; output: string[] };

describe('tui-cli.md 6 did you mean', () => {
  test.each(vectorCases<Case>('tui-cli', 'suggest'))('$name', ({ input, output }) => {
    expect(suggest(input.input, input.candidates)).toEqual(output);
  });

  test('at most three, nearest first, ties by code point, repeated candidates once', () => {
    expect(suggest('abcd', ['abcz', 'abca', 'abcd', 'abcz', 'abcy', 'abcx'])).toEqual([
      'abcd',
      'abca',
      'abcx',
    ]);
  });

  test('letter case does not count', () => {
    expect(suggest('RNU', ['Run'])).toEqual(['Run']);
  });

  test('a swap of neighbours costs one, a piece is edited once only', () => {
    expect(alignmentDistance([...'ca'], [...'abc'])).toBe(3);
    expect(alignmentDistance([...'ab'], [...'ba'])).toBe(1);
  });

  test('distance is symmetric and zero only for equal texts', () => {
    const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(alignmentDistance(a, b)).toBe(alignmentDistance(b, a));
        expect(alignmentDistance(a, b) === 0).toBe(a.join() === b.join());
      }),
    );
  });
});
