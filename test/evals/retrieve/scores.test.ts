import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadAnalyzer, matchCount } from '../../../evals/retrieve/analyzers.ts';
import { contributionUnits, inverseDocumentFrequency } from '../../../evals/retrieve/bm25.ts';
import { calibrated, competitionRanks, fusedScore, lexicalSpread } from '../../../evals/retrieve/fusion.ts';
import { compareRanked, type Placed } from '../../../evals/retrieve/order.ts';
import { tokensOf } from '../../../evals/retrieve/tokens.ts';
import { vectorCases } from '../../support/vectors.ts';

type Bm25Case = {
  query: string;
  texts: string[];
  n: number;
  avgdl: number;
  df: number[];
  units: (number | null)[];
};
type RankCase = { ranks: number[]; values?: number[]; units?: number[] };

describe('evaluate.md 9.3 lexical score', () => {
  test.each(vectorCases<Bm25Case>('evaluate', 'bm25'))(
    '$query',
    async ({ query, texts, n, avgdl, df, units }) => {
      const standard = await loadAnalyzer('standard');
      const tokens = standard.queryTokens(query, null);
      const documents = texts.map(text => standard.documentTerms(text));
      const tf = (token: string) => documents.map(document => matchCount(standard.lookup(token), document));
      expect(tokens.map(token => tf(token).filter(count => count > 0).length)).toEqual(df);
      const scores = documents.map((document, row) => {
        const parts = tokens.flatMap((token, index) => {
          const count = tf(token)[row] ?? 0;
          const idf = inverseDocumentFrequency(n, df[index] ?? 0);
          return count === 0
            ? []
            : [contributionUnits(idf, count, document.length, avgdl, { k1: 1.2, b: 0.75 })];
        });
        return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0);
      });
      expect(scores).toEqual(units);
    },
  );
});

describe('evaluate.md 9.4 calibration', () => {
  test.each(vectorCases<RankCase>('evaluate', 'calibration'))('ranks $ranks', ({ ranks, values, units }) => {
    if (units !== undefined) expect(competitionRanks(units)).toEqual(ranks);
    if (values !== undefined) {
      const spread = { min: 0n, max: 1n };
      expect(ranks.map(rank => calibrated('reciprocal-rank', 1n, rank, spread))).toEqual(values);
    }
  });

  test('a row without a score takes no rank and no part', () => {
    expect(competitionRanks([3n, null, 7n])).toEqual([2, null, 1]);
    expect(lexicalSpread([null])).toBeNull();
    expect(lexicalSpread([3n, null, 7n, 5n])).toEqual({ min: 3n, max: 7n });
    expect(calibrated('min-max', null, null, null)).toBe(0);
  });

  test('min-max without spread is 1', () => {
    expect(calibrated('min-max', 7n, 1, { min: 7n, max: 7n })).toBe(1);
  });

  test('a cosine counts between 0 and 1 only', () => {
    const ranking = { calibration: 'reciprocal-rank', weights: { vector: 60, lexical: 40 } } as const;
    const ranks = { lexicalRank: null, vectorRank: null };
    const score = (cosineUnits: number) =>
      fusedScore({ lexicalUnits: null, cosineUnits }, ranks, null, ranking).score;
    expect([score(-400_000), score(1_000_001), score(816_497)]).toEqual([0, 0.6, 0.4898982]);
  });
});

describe('evaluate.md 9.5 order', () => {
  type TieCase = { rows: [string, string, number][]; order: [string, string, number][] };
  const placed = ([table, runId, seq]: [string, string, number]): Placed => ({
    inWindow: true,
    score: 0.5,
    datedNs: 0n,
    table,
    runId,
    seq,
  });

  test.each(vectorCases<TieCase>('evaluate', 'tie-order'))('equal scores', ({ rows, order }) => {
    expect(rows.map(placed).sort(compareRanked('score'))).toEqual(order.map(placed));
  });

  test('the window tier stands above the score, and the date leads only when asked', () => {
    const base = placed(['a', 'r', 0]);
    const outside = { ...base, inWindow: false, score: 1 };
    const newer = { ...base, score: 0, datedNs: 9n };
    expect([outside, newer, base].sort(compareRanked('score'))).toEqual([base, newer, outside]);
    expect([outside, base, newer].sort(compareRanked('date'))).toEqual([newer, base, outside]);
  });

  test('the order does not depend on the order of arrival', () => {
    const row = fc.record<Placed>({
      inWindow: fc.boolean(),
      score: fc.constantFrom(0, 0.4, 0.6),
      datedNs: fc.constantFrom(0n, 1n),
      table: fc.constantFrom('a', 'é', '\u{1f600}'),
      runId: fc.constantFrom('r0', 'r1'),
      seq: fc.nat({ max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(row), fc.constantFrom('score' as const, 'date' as const), (rows, lead) => {
        const compare = compareRanked(lead);
        expect([...rows].reverse().sort(compare)).toEqual([...rows].sort(compare));
      }),
      { seed: 95 },
    );
  });
});

describe('evaluate.md 14 tokens', () => {
  test.each(vectorCases<{ in: string; tokens: number }>('evaluate', 'tokens'))(
    '$in',
    ({ in: text, tokens }) => {
      expect(tokensOf(text)).toBe(tokens);
    },
  );
});
