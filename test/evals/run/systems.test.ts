import { describe, expect, test } from 'vitest';
import { sizeBucket } from '../../../evals/run/systems.ts';
import { vectorCases } from '../../support/vectors.ts';

describe('assurance.evaluate.systems-metrics: corpus size against the context window', () => {
  test.each(vectorCases<{ corpus_tokens: number; window: number; bucket: string }>('evaluate', 'buckets'))(
    '$corpus_tokens tokens, window $window: $bucket',
    ({ corpus_tokens, window, bucket }) => {
      expect(sizeBucket(corpus_tokens, window)).toBe(bucket);
    },
  );
});
