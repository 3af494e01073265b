import { questions, type Words } from '../data.ts';

const SINGLES = 100;
const BATCH = 64;
const BATCHES = 4;

export const HYBRID_CALLS = 500;
export const LIMIT = 10;

/** What every side is asked, in the same order: some to warm up, then some alone, then some in batches. */
export function lexicalQuestions(rows: number, kind: Words) {
  const all = questions(rows, 20 + SINGLES + BATCH * (BATCHES + 1), kind);
  const batched = all.slice(20 + SINGLES);
  return {
    warmUp: all.slice(0, 20),
    singles: all.slice(20, 20 + SINGLES),
    /** The first batch warms up. */
    batches: Array.from({ length: BATCHES + 1 }, (_, i) => batched.slice(i * BATCH, (i + 1) * BATCH)),
  };
}

export function hybridQuestions(rows: number): readonly string[] {
  return questions(rows, HYBRID_CALLS, 'content');
}
