import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDictionary } from '../../../../evals/store/duckdb/dictionary.ts';

const word = fc.string({ unit: fc.constantFrom(...'abz09'), minLength: 1, maxLength: 6 });
const term = fc.tuple(fc.constantFrom('standard', 'english', 'cjk'), word);

describe('the dictionary of a store', () => {
  test('gives each term of each analyzer one number, counted from 0', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 200 }), terms => {
        const dictionary = createDictionary();
        const first = terms.map(([analyzer, text]) => dictionary.intern(analyzer, text));
        const distinct = new Set(terms.map(([analyzer, text]) => `${analyzer} ${text}`));
        expect(new Set(first)).toEqual(new Set(Array.from({ length: distinct.size }, (_, at) => at)));
        expect(terms.map(([analyzer, text]) => dictionary.find(analyzer, text))).toEqual(first);
        expect(dictionary.size()).toBe(distinct.size);
      }),
    );
  });

  test('grows past its first table, and a word stays where it is found', () => {
    const dictionary = createDictionary();
    const words = Array.from({ length: 20_000 }, (_, at) => `w${at.toString(36)}`);
    expect(words.map(text => dictionary.intern('standard', text))).toEqual(words.map((_, at) => at));
    expect(words.map(text => dictionary.find('standard', text))).toEqual(words.map((_, at) => at));
    expect(dictionary.find('standard', 'w')).toBeUndefined();
  });

  test('is the same when it is made again from its entries', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 100 }), terms => {
        const dictionary = createDictionary();
        for (const [analyzer, text] of terms) dictionary.intern(analyzer, text);
        const inOrder = [...dictionary.entries()].sort(([, , a], [, , b]) => a - b);
        const again = [...createDictionary(inOrder).entries()].sort(([, , a], [, , b]) => a - b);
        expect(again).toEqual(inOrder);
      }),
    );
  });

  test('made again from entries out of their order it refuses', () => {
    expect(() => createDictionary([['cjk', 'a', 1]])).toThrow(RangeError);
  });
});
