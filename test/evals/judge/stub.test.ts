import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writtenForm } from '../../../evals/case/reference.ts';
import { citationsOf } from '../../../evals/judge/citations.ts';
import { itemsOf } from '../../../evals/judge/items.ts';
import { judgedFigures } from '../../../evals/judge/judged-case.ts';
import {
  accuracy,
  citationFaithfulness,
  type GroundRow,
  stubJudged,
  temporalCorrectness,
} from '../../../evals/judge/stub.ts';
import { stubFeatures } from '../../../evals/retrieve/stub-embedder.ts';
import { summarize } from '../../../evals/score/aggregate.ts';
import type { RowId } from '../../../evals/score/read.ts';
import { DIMENSIONS } from '../../../evals/score/registry.ts';
import { bootstrapInterval } from '../../../evals/stats/bootstrap.ts';
import { figureSeed } from '../../../evals/stats/seeds.ts';
import { vectorCases } from '../../support/vectors.ts';
import { refs, rows, truthOf } from '../score/support.ts';

describe('assurance.evaluate.grounded-reader: features', () => {
  test.each(vectorCases<{ id: string; input: string; expect: string[] }>('scoring', 'features'))(
    '$id $input',
    ({ input, expect: want }) => {
      expect(stubFeatures(input)).toEqual(want);
    },
  );
});

describe('assurance.evaluate.grounded-reader: citations', () => {
  test.each(vectorCases<{ id: string; input: string; expect: RowId[] }>('scoring', 'citations'))(
    '$id $input',
    ({ input, expect: want }) => {
      expect(citationsOf(input)).toEqual(want);
    },
  );

  test('an escape that is no UTF-8 stays literal', () => {
    expect(citationsOf('[t#%ff]')).toEqual([{ table: 't', key: '%ff' }]);
  });

  test('any reply gives distinct citations and no throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', ']', '#', '%', '5', 'D', 'a', ' ') }), reply => {
        const cited = citationsOf(reply).map(row => JSON.stringify([row.table, row.key]));
        expect(new Set(cited).size).toBe(cited.length);
      }),
    );
  });
});

describe('assurance.evaluate.judged-dimensions: stub judge', () => {
  type StubCase = {
    id: string;
    expected: Record<string, unknown>;
    rows: { ref: string; text: string; in_window: boolean }[];
  };
  type Whole = {
    input: { cases: StubCase[]; seed: string };
    expect: { judge_calls: number; cases: unknown[]; figures: unknown };
  };
  type Part = {
    id: string;
    input: { reference?: string; answer?: string; citations?: string[]; rows?: StubCase['rows'] };
    expect: { score: number };
  };
  const cases = vectorCases<Whole | Part>('scoring', 'stub_judge');
  const ground = (listed: StubCase['rows']): GroundRow[] =>
    listed.map(row => ({ ...row, ...refOf(row.ref) }));

  test('items, judgments, figures and intervals of four cases', () => {
    const [whole] = cases;
    if (whole === undefined || !('cases' in whole.input))
      throw new TypeError('the first vector is the whole run');
    const { input, expect: want } = whole as Whole;
    const judged = input.cases.map(one => stubJudged(truthOf({ expected: one.expected }), ground(one.rows)));
    const printed = judged.map(({ answer, verdicts }, i) => ({
      id: input.cases[i]?.id,
      answer: { ...answer, citations: answer?.citations.map(({ table, key }) => writtenForm([table, key])) },
      verdicts,
    }));
    expect(printed).toEqual(want.cases);
    expect(judged.flatMap(one => one.verdicts).length).toBe(want.judge_calls);
    const figures = DIMENSIONS.map((dimension, i) => {
      const values = judged.map(one => judgedFigures(one)[dimension]);
      const measured = values.filter(value => value !== null);
      const interval = bootstrapInterval(measured, figureSeed(BigInt(input.seed), i));
      return [dimension, { ...summarize(values), interval }];
    });
    expect(Object.fromEntries(figures)).toEqual(want.figures);
  });

  test.each(cases.slice(1) as Part[])('$id', ({ input, expect: want }) => {
    const { reference, answer, citations = [], rows: listed = [] } = input;
    const cited = citations.map(refOf);
    const score =
      reference !== undefined
        ? accuracy(reference, answer ?? '')
        : answer !== undefined
          ? citationFaithfulness(cited, ground(listed), answer)
          : temporalCorrectness(cited, ground(listed));
    expect(score).toBe(want.score);
  });

  test('no rows: the reader abstains; accuracy is judged, citations and time are not', () => {
    const truth = truthOf({ expected: { answer: 'x', must_cite: ['t#1'], since: '2030-01-01T00:00:00Z' } });
    const { answer, verdicts } = stubJudged(truth, []);
    expect(answer).toEqual({ text: 'ABSTAIN', citations: [], abstained: true });
    expect(verdicts).toEqual([{ dimension: 'accuracy', judgment: { score: 0 } }]);
  });

  test('a case that must abstain has the one item, whatever else it names', () => {
    const truth = truthOf({
      expected: { must_abstain: true, answer: 'ignored', time_anchor: '2030-01-01T00:00:00Z' },
    });
    expect(itemsOf(truth, { text: '', citations: [], abstained: false })).toEqual(['abstention']);
  });

  test('scores lie in [0, 1]', () => {
    fc.assert(
      fc.property(rows, fc.string(), (returned, text) => {
        const { verdicts } = stubJudged(
          truthOf({ expected: { answer: text, since: 'x' } }),
          returned.map(row => ({ ...row, text })),
        );
        for (const { judgment } of verdicts) {
          if (typeof judgment !== 'object' || !('score' in judgment)) throw new TypeError('a score expected');
          expect(judgment.score).toBeGreaterThanOrEqual(0);
          expect(judgment.score).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

function refOf(text: string): RowId {
  const [row] = refs([text]);
  if (row === undefined) throw new TypeError(`no reference: ${text}`);
  return row;
}
