import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadAnalyzer } from '../../../../evals/retrieve/analyzers.ts';
import { createDictionary } from '../../../../evals/store/duckdb/dictionary.ts';
import { numberedDocument } from '../../../../evals/store/duckdb/document.ts';
import { TermTally } from '../../../../evals/store/duckdb/term-tally.ts';

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aB1 s-.,\t—\u2009\u206f\u2070é'), maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

describe('evaluate.md 8.1: stored terms equal those of the analyzer', () => {
  test.each(['standard', 'english', 'cjk'] as const)('%s', async name => {
    const analyzer = await loadAnalyzer(name);
    const tally = new TermTally();
    fc.assert(
      fc.property(text, snippet => {
        const dictionary = createDictionary();
        const expected = analyzer.documentTerms(snippet);
        const found = numberedDocument(snippet, analyzer, dictionary, tally);
        const counts = Array.from(
          { length: tally.size },
          (_, at) => [tally.termAt(at), tally.countAt(at)] as const,
        );
        const numbered = [...expected.counts].map(([term, tf]) => [dictionary.find(name, term), tf]);
        expect(found.length).toBe(expected.length);
        expect(new Map(counts)).toEqual(new Map(numbered as [number, number][]));
        expect(found.lowered ?? snippet.toLowerCase()).toBe(expected.lowered);
        expect(found.lowered === null).toBe(/^[\0-\x7f\u2000-\u206f]*$/.test(snippet));
      }),
    );
  });
});
