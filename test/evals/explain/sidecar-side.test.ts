import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRun } from '../../../evals/explain/run-record.ts';
import { pairCases, type Side } from '../../../evals/explain/side.ts';
import { type OpenSidecar, openSidecar } from '../../../evals/explain/sidecar-side.ts';
import { LEGS } from '../../../evals/store/port.ts';
import { BASELINE_FILE } from '../../../scripts/tui-store/project.ts';
import { type SeededStore, seededStore } from '../../support/seeded-store.ts';

let store: SeededStore;
let whole: OpenSidecar;
let indexed: OpenSidecar;

beforeAll(async () => {
  store = await seededStore(3);
  const open = async (wholeBytes?: number): Promise<OpenSidecar> => {
    const found = await openSidecar(join(store.root, BASELINE_FILE), store.root, store.root, wholeBytes);
    if (found === null) throw new RangeError('the store has no sidecar');
    return found;
  };
  [whole, indexed] = [await open(), await open(0)];
});
afterAll(() => store.remove());

const ordinals = (side: Side): readonly number[] => Array.from({ length: side.count }, (_, i) => i);

describe('tui-cli.md 18 the cases beside a baseline, read whole or through an index', () => {
  test('have the same means, to the bit', () => {
    expect(Object.keys(whole.means()).length).toBeGreaterThan(27);
    expect(indexed.means()).toEqual(whole.means());
    expect(indexed.header).toEqual(whole.header);
  });

  test('have the same figures, whole and of a slice', () => {
    for (const path of ['retrieval.hybrid.ndcg_at_k', 'slices.cjk.retrieval.lexical.recall_at_k', 'none.n']) {
      expect(indexed.side.values(path)).toEqual(whole.side.values(path));
      for (const { side } of [whole, indexed]) {
        const { length, at } = side.figures(path);
        expect(Float64Array.from({ length }, (_, ordinal) => at(ordinal))).toEqual(side.values(path));
      }
    }
  });

  test('have the same tags and rows', () => {
    expect(ordinals(indexed.side).map(indexed.side.tagsOf)).toEqual(
      ordinals(whole.side).map(whole.side.tagsOf),
    );
    expect(indexed.side.grouped()).toEqual(whole.side.grouped());
    const rowsOf = (side: Side) =>
      LEGS.map(leg => {
        const { starts, codes } = side.rows(leg);
        return ordinals(side).map(i =>
          Array.from({ length: starts(i + 1) - starts(i) }, (_, at) => codes(starts(i) + at)),
        );
      });
    expect(rowsOf(indexed.side)).toEqual(rowsOf(whole.side));
  });

  test('are paired alike, by one look at the ids where they are the same', async () => {
    const run = await readRun(store.root, store.runs.at(-1)?.id ?? '');
    const pairing = pairCases(indexed.side, run.side);
    expect(pairing).toEqual(pairCases(whole.side, run.side));
    expect(pairing.left).toEqual([]);
    const unlike: Side = { ...whole.side, ids: () => null };
    expect(pairCases(run.side, unlike)).toEqual(pairing);
    run.reader.close();
  });
});
