import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactSum, summarize } from '../../../evals/score/aggregate.ts';
import type { Figure } from '../../../evals/score/figure.ts';
import { indexTruth, scoreEdgeLeg, scoreLeg } from '../../../evals/score/leg-figures.ts';
import { caseOutcome, type OutcomeInput } from '../../../evals/score/outcome.ts';
import { rankedFigures } from '../../../evals/score/ranked.ts';
import { rateFigures } from '../../../evals/score/rates.ts';
import type { Row } from '../../../evals/score/read.ts';
import { METRICS, metricsVersion, RANKED_METRICS, registryLines } from '../../../evals/score/registry.ts';
import { hitsOf, indexRows } from '../../../evals/score/row-index.ts';
import { isTieAffected } from '../../../evals/score/ties.ts';
import { vectorCases } from '../../support/vectors.ts';
import { refs, rows, truthOf } from './support.ts';

describe('assurance.evaluate.deterministic-tier assurance.evaluate.distinct-top-k assurance.evaluate.absent-truth: rank metrics', () => {
  type Ranking = {
    id: string;
    description: string;
    input: { ranking: string[]; relevant: string[]; k: number };
    expect: Record<string, number | null>;
  };

  test.each(vectorCases<Ranking>('scoring', 'ranked_metrics'))(
    '$id $description',
    ({ input, expect: want }) => {
      const relevant = indexRows(refs(input.relevant));
      const got = rankedFigures(hitsOf(refs(input.ranking), relevant), relevant.size, input.k);
      for (const metric of RANKED_METRICS) {
        const figure = want[metric] ?? null;
        if (figure === null) expect(got[metric]).toBeNull();
        else expect(got[metric]).toBeCloseTo(figure, 12);
      }
    },
  );

  test('every metric of every list lies in [0, 1] or has no figure', () => {
    fc.assert(
      fc.property(
        rows,
        rows,
        fc.integer({ min: 0, max: 15 }),
        fc.boolean(),
        (returned, relevant, k, abstain) => {
          const truth = indexTruth({
            ...truthOf({ tags: ['regression'], expected: { since: 'x', must_abstain: abstain } }),
            artifacts: relevant,
            mustNotRetrieve: relevant,
          });
          const { figures } = scoreLeg(returned, truth, k);
          for (const metric of METRICS) {
            const figure = figures[metric];
            if (figure === null) continue;
            expect(figure).toBeGreaterThanOrEqual(0);
            expect(figure).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });

  test('a relevant row at the end never lowers recall', () => {
    fc.assert(
      fc.property(rows, rows, fc.integer({ min: 1, max: 15 }), (returned, relevant, k) => {
        fc.pre(relevant.length > 0);
        const index = indexRows(relevant);
        const recall = (list: readonly Row[]) =>
          rankedFigures(hitsOf(list, index), index.size, k).recall_at_k;
        const longer = recall([...returned, ...relevant.slice(0, 1)]);
        expect(longer).toBeGreaterThanOrEqual(recall(returned) ?? Number.NaN);
      }),
    );
  });
});

describe('assurance.evaluate.forbidden-row-rate assurance.evaluate.duplicate-row-rate assurance.evaluate.in-window-rate assurance.evaluate.abstention: rates', () => {
  type RawCase = { tags?: string[]; must_not_retrieve?: string[]; since?: string; must_abstain?: boolean };
  type Rate = {
    id: string;
    description: string;
    input: { rows: Row[]; case: RawCase };
    expect: Record<string, Figure>;
  };

  test.each(vectorCases<Rate>('scoring', 'rates'))('$id $description', ({ input, expect: want }) => {
    const { tags = [], ...expected } = input.case;
    expect(rateFigures(input.rows, indexTruth(truthOf({ tags, expected })))).toEqual(want);
  });

  test('a table named like a prototype member is a table', () => {
    const row = { table: '__proto__', key: 'constructor', in_window: true };
    const truth = indexTruth(truthOf({ tags: ['regression'], expected: { must_not_retrieve: ['t#a'] } }));
    expect(rateFigures([row], truth)).toMatchObject({ forbidden_row_rate: 0, duplicate_row_rate: 0 });
  });
});

describe('assurance.evaluate.truth-per-surface: edges', () => {
  const truth = indexTruth(
    truthOf({
      tags: ['regression'],
      expected: { edges: ['e1'], must_not_retrieve: ['edge#e1'], since: 'x' },
    }),
  );

  test('an edge is matched by id; must-not sets and recency play no part', () => {
    expect(scoreEdgeLeg([{ id: 'e9' }, { id: 'e1' }, { id: 'e9' }], truth, 3)).toMatchObject({
      recall_at_k: 1,
      reciprocal_rank: 0.5,
      duplicate_row_rate: 1 / 3,
      forbidden_row_rate: null,
      in_window_rate: null,
      abstention_rate: null,
    });
  });

  test('a triple is matched by its parts, whatever the id, and two rows of it are no duplicates', () => {
    const triples = indexTruth({ ...truthOf({}), edges: [['a', 'b,c', 'd'], 'e7'] });
    const returned = [
      { id: 'x', triple: ['a,b', 'c', 'd'] },
      { id: 'y', triple: ['a', 'b,c', 'd'] },
      { id: 'z', triple: ['a', 'b,c', 'd'] },
    ] as const;
    expect(scoreEdgeLeg(returned, triples, 3)).toMatchObject({
      recall_at_k: 0.5,
      reciprocal_rank: 0.5,
      duplicate_row_rate: 0,
    });
  });
});

describe('assurance.evaluate.absent-truth: aggregates', () => {
  type Aggregate = { id: string; description: string; input: { values: Figure[] }; expect: unknown };

  test.each(vectorCases<Aggregate>('scoring', 'aggregate'))('$id $description', ({ input, expect: want }) => {
    expect(summarize(input.values)).toEqual(want);
  });

  test('minus zero becomes zero', () => {
    const { mean, min, max } = summarize([-0, -0]);
    expect([mean, min, max].map(value => Object.is(value, 0))).toEqual([true, true, true]);
  });

  test('missing cases are named only when there are some', () => {
    expect(summarize([1], 2)).toEqual({ n: 1, mean: 1, min: 1, max: 1, missing: 2 });
    expect(summarize([], 0)).not.toHaveProperty('missing');
  });

  test('the sum is correctly rounded, so no order of the values changes a bit', () => {
    const value = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 30 }), fc.integer(), (values, pick) => {
        const turn = values.length === 0 ? 0 : Math.abs(pick) % values.length;
        const moved = [...values.slice(turn), ...values.slice(0, turn)].reverse();
        expect(exactSum(moved)).toBe(exactSum(values));
      }),
    );
  });

  test.each([
    [[1e16, 1, 1e-16], 10000000000000002],
    [[1e16, 1], 1e16],
    [[1e308, 1, -1e308], 1],
    [[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1], 1],
    [[], 0],
  ])('as Python fsum: %j', (values, sum) => {
    expect(exactSum(values)).toBe(sum);
  });
});

describe('assurance.evaluate.deterministic-tier: ties', () => {
  type Tie = { id: string; input: { rows: Row[]; relevant: string[] }; expect: boolean };

  test.each(vectorCases<Tie>('scoring', 'ties'))('$id', ({ input, expect: want }) => {
    const hits = hitsOf(input.rows, indexRows(refs(input.relevant)));
    expect(
      isTieAffected(
        hits,
        input.rows.map(row => row.score),
      ),
    ).toBe(want);
  });

  test('rows without a score tie with nothing', () => {
    expect(isTieAffected([0, -1], [undefined, undefined])).toBe(false);
  });
});

describe('assurance.evaluate.run-verdict: outcome of a case', () => {
  type OutcomeCase = { id: string; description: string; input: OutcomeInput; expect: string };

  test.each(vectorCases<OutcomeCase>('scoring', 'case_outcome'))(
    '$id $description',
    ({ input, expect: want }) => {
      expect(caseOutcome(input)).toBe(want);
    },
  );
});

describe('assurance.baseline.run-stamp-drift: metrics_version', () => {
  type Version = { id: string; input: string[]; expect: string };
  const [version] = vectorCases<Version>('scoring', 'digests').filter(({ id }) => id === 'dig-05');

  test('the registry is the one of the vector', () => {
    expect(registryLines().toSorted()).toEqual(version?.input);
    expect(metricsVersion()).toBe(version?.expect);
  });

  test('another version of one formula is another digest', () => {
    const lines = registryLines().map(line => line.replace('ndcg_at_k@1', 'ndcg_at_k@2'));
    expect(metricsVersion(lines)).not.toBe(metricsVersion());
  });
});
