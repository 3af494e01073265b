import type { AnalyzerName } from '../port.ts';
import { createWordTable, hashWord, type WordTable } from './word-table.ts';

/**
 * Numbers of terms. Each analyzer has terms of its own, so that a number also tells the analyzer. Kept in
 * memory: the engine then stores, sorts and joins numbers, which halves the time of a fold.
 */
export type Dictionary = {
  readonly intern: (analyzer: AnalyzerName, term: string) => number;
  /** Undefined for a term that no landed row holds. */
  readonly find: (analyzer: AnalyzerName, term: string) => number | undefined;
  /** The terms of `standard`, which are plain words all of them. */
  readonly words: WordTable;
  readonly size: () => number;
  /** Every term with its number. */
  readonly entries: () => Iterable<TermEntry>;
};

export type TermEntry = readonly [analyzer: AnalyzerName, term: string, number: number];

/** `held`: the terms of a dictionary that was written down, in the order of their numbers. */
export function createDictionary(held: Iterable<TermEntry> = []): Dictionary {
  let next = 0;
  const words = createWordTable(() => next++);
  const terms = { english: new Map<string, number>(), cjk: new Map<string, number>() };
  const intern: Dictionary['intern'] = (analyzer, term) => {
    if (analyzer === 'standard') return words.intern(term, 0, term.length, hashWord(term));
    const known = terms[analyzer].get(term);
    if (known !== undefined) return known;
    terms[analyzer].set(term, next);
    return next++;
  };
  for (const [analyzer, term, number] of held) {
    if (intern(analyzer, term) !== number) throw new RangeError(`term ${number} is out of its order`);
  }
  return {
    intern,
    find: (analyzer, term) => (analyzer === 'standard' ? words.find(term) : terms[analyzer].get(term)),
    words,
    size: () => next,
    entries: function* () {
      for (const [term, number] of words.entries()) yield ['standard', term, number];
      for (const [term, number] of terms.english) yield ['english', term, number];
      for (const [term, number] of terms.cjk) yield ['cjk', term, number];
    },
  };
}
