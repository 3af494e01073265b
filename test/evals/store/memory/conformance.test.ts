import { describe, expect, test } from 'vitest';
import { conformance } from '../../../../evals/store/conformance/index.ts';
import { assertNoLeak } from '../../../../evals/store/conformance/leak.ts';
import { memoryAdapter } from '../../../../evals/store/memory/index.ts';
import type { RankedAnswer, Reader, StoreAdapter } from '../../../../evals/store/port.ts';
import { leakingAdapter } from '../leaking-adapter.ts';

const OPTIONS = { scratch: () => '', worlds: 12, leaks: 100 };

describe('assurance.structure-tree.adapter the memory store passes its own suite', () => {
  for (const check of conformance(memoryAdapter, OPTIONS)) test(check.name, check.run, 300_000);
});

describe('assurance.structure-tree.adapter the suite bites', () => {
  test('statistics over all rows are a leak', async () => {
    await expect(assertNoLeak(leakingAdapter, OPTIONS)).rejects.toThrow('hidden rows moved an answer');
  }, 300_000);

  test.each<[string, (answer: RankedAnswer) => RankedAnswer]>([
    ['the last row is lost', answer => ({ ...answer, rows: answer.rows.slice(0, -1) })],
    ['a score is off in its last digit', answer => ({ ...answer, rows: answer.rows.map(nudged) })],
    ['two rows change places', answer => ({ ...answer, rows: answer.rows.toReversed() })],
    [
      'a withheld row is counted',
      answer => ({
        ...answer,
        retrieval: { ...answer.retrieval, candidates_prefloor: answer.retrieval.candidates_prefloor + 1 },
      }),
    ],
  ])(
    '%s',
    async (_name, spoil) => {
      const [small] = conformance(spoilt(spoil), { ...OPTIONS, worlds: 5 });
      await expect(small?.run()).rejects.toThrow('1 threads, batches of 1');
    },
    300_000,
  );
});

function nudged(row: RankedAnswer['rows'][number]): RankedAnswer['rows'][number] {
  return { ...row, _score: row._score + Number.EPSILON };
}

function spoilt(spoil: (answer: RankedAnswer) => RankedAnswer): StoreAdapter {
  const spoiltReader = (reader: Reader): Reader => ({
    ...reader,
    ranked: async function* (calls) {
      for await (const answer of reader.ranked(calls)) yield spoil(answer);
    },
  });
  return {
    name: 'spoilt',
    open: async config => {
      const store = await memoryAdapter.open(config);
      return {
        ...store,
        admit: session => spoiltReader(store.admit(session)),
        admitBounded: (session, bounds) => spoiltReader(store.admitBounded(session, bounds)),
      };
    },
  };
}
