import { describe, expect, test } from 'vitest';
import { sizeBucket } from '../../../evals/run/systems.ts';
import { vectorCases } from '../../support/vectors.ts';
import { runWritten, writeProject } from '../../support/written-project.ts';

describe('assurance.evaluate.systems-metrics: corpus size against the context window', () => {
  test.each(vectorCases<{ corpus_tokens: number; window: number; bucket: string }>('evaluate', 'buckets'))(
    '$corpus_tokens tokens, window $window: $bucket',
    ({ corpus_tokens, window, bucket }) => {
      expect(sizeBucket(corpus_tokens, window)).toBe(bucket);
    },
  );
});

describe('assurance.evaluate.systems-metrics: tokens of a run', () => {
  test('a query costs its question and the text of each hybrid row; the corpus chooses the bucket', async () => {
    const project = writeProject({
      declaration:
        '[[pipeline.tables]]\nname = "t"\nprimary_key = ["id"]\n[pipeline.tables.policy.zone]\nallow = ["local:device"]\n',
      // 8 and 12 code points of text: 2 and 3 tokens.
      rows: {
        t: [
          { id: 'a', text: 'lamp oil' },
          { id: 'b', text: 'granite quay' },
        ],
      },
      cases: [{ question: 'lamp oil', artifacts: ['t#a'] }],
    });
    try {
      const { report } = await runWritten(project.root, { contextWindow: 2 });
      expect([...report.cases][0]?.legs.hybrid).toEqual(['t#a']);
      expect(report.systems?.tokens_per_query).toMatchObject({ n: 1, mean: 2 + 2 });
      // 5 corpus tokens over a window of 2: ratio 3, and the next power of two is 4.
      expect(Object.keys(report.systems?.buckets ?? {})).toEqual(['le_4x']);
    } finally {
      project.remove();
    }
  });
});
