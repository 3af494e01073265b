import { describe, expect, test } from 'vitest';
import { floorOf, loadAnalyzer, matchCount } from '../../../evals/retrieve/analyzers.ts';
import type { AnalyzerName } from '../../../evals/store/port.ts';
import { vectorCases } from '../../support/vectors.ts';

type Tokens = { in: string; tokens: string[]; floor: number | null };
type Split = { in: string; tokens: string[]; doc: string[] };

describe('evaluate.md 8.2 standard', () => {
  test.each(vectorCases<Tokens>('evaluate', 'tokens-standard'))(
    'tokens of $in',
    async ({ in: text, tokens, floor }) => {
      const standard = await loadAnalyzer('standard');
      expect(standard.queryTokens(text, null)).toEqual(tokens);
      expect(floorOf(tokens.length, undefined)).toBe(floor);
    },
  );

  test.each(vectorCases<{ token: string; text: string; tf: number }>('evaluate', 'matches-standard'))(
    '$token in $text',
    async ({ token, text, tf }) => {
      expect(await count('standard', token, text)).toBe(tf);
    },
  );

  test.each([
    ['an ASCII neighbour ends a match, another letter does not', 'art', 'éart art東京 arts smart art_1', 3],
    ['a suffix needs four characters', 'bus', 'buss bus', 1],
    ['s and es, once', 'boss', 'boss bosss bosses bossess', 3],
    ['substrings do not overlap', 'éé', 'ééééé', 2],
    ['a mixed run is a substring', 'abc東', 'xabc東京 abc東', 2],
  ])('%s', async (_name, token, text, tf) => {
    expect(await count('standard', token, text)).toBe(tf);
  });

  test('the length of a document counts every run, stop words too', async () => {
    const standard = await loadAnalyzer('standard');
    expect(standard.documentTerms('The 3 cafés of 東京駅 – a').length).toBe(6);
  });

  test('0 lifts the limit on tokens, a number sets it', async () => {
    const standard = await loadAnalyzer('standard');
    const words = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ');
    expect(standard.queryTokens(words, null)).toHaveLength(12);
    expect(standard.queryTokens(words, 0)).toHaveLength(40);
    expect(standard.queryTokens(words, 20)).toHaveLength(20);
  });

  test('a given minimum match replaces the rule, except when there is no token', () => {
    expect([floorOf(5, 4), floorOf(1, 0), floorOf(0, 4)]).toEqual([4, 0, null]);
  });
});

describe.each(['english', 'cjk'] as const)('evaluate.md 8.3 %s', name => {
  test.each(vectorCases<Split>('evaluate', `analyzer-${name}`))('$in', async ({ in: text, tokens, doc }) => {
    const analyzer = await loadAnalyzer(name);
    expect(analyzer.queryTokens(text, null)).toEqual(tokens);
    const document = analyzer.documentTerms(text);
    expect(document.length).toBe(doc.length);
    expect([...document.counts].flatMap(([term, times]) => Array<string>(times).fill(term)).sort()).toEqual(
      [...doc].sort(),
    );
  });
});

describe('evaluate.md 8.3 limits', () => {
  test('cjk keeps 24 tokens', async () => {
    const cjk = await loadAnalyzer('cjk');
    const text = String.fromCodePoint(...Array.from({ length: 60 }, (_, i) => 0x4e00 + i));
    expect(cjk.queryTokens(text, null)).toHaveLength(24);
  });

  test('english keeps other runs whole, single code points too', async () => {
    const english = await loadAnalyzer('english');
    expect(english.queryTokens('駅 cafés running', null)).toEqual(['駅', 'cafés', 'run']);
    expect(await count('english', '駅', '東京駅 駅')).toBe(1);
  });
});

async function count(name: AnalyzerName, token: string, text: string): Promise<number> {
  const analyzer = await loadAnalyzer(name);
  return matchCount(analyzer.lookup(token), analyzer.documentTerms(text));
}
