import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareRuns } from '../../../evals/explain/compare.ts';
import { type ComparedRun, findCompared } from '../../../evals/explain/compared.ts';
import { type RunRecord, readRun } from '../../../evals/explain/run-record.ts';
import { sidecarPath } from '../../../evals/gate/sidecar-path.ts';
import { BASELINE_FILE } from '../../../scripts/tui-store/project.ts';
import { type SeededStore, seededStore } from '../../support/seeded-store.ts';

let store: SeededStore;
/** Oldest first. */
let runs: readonly RunRecord[];

beforeAll(async () => {
  // From the newest back: cjk, leak, window, fusion, improved, other-k, down, and the first.
  store = await seededStore(8);
  runs = await Promise.all(store.runs.map(({ id }) => readRun(store.root, id)));
});
afterAll(() => store.remove());

const ago = (back: number): RunRecord => {
  const run = runs.at(-1 - back);
  if (run === undefined) throw new RangeError(`no run ${back} ago`);
  return run;
};

function compared(run: RunRecord, vs?: string): Promise<ComparedRun | null> {
  return findCompared(run, vs, { root: store.root, read: id => readRun(store.root, id) });
}

describe('tui-cli.md 18 the compared run', () => {
  test('the chosen one comes first', async () => {
    const found = await compared(ago(0), ago(2).id);
    expect(found).toMatchObject({ compared: { name: ago(2).id, how: 'chosen', stale: false }, differs: [] });
  });

  test('then the cases beside the baseline, whose means are the baseline run’s', async () => {
    const found = await compared(ago(0));
    expect(found?.compared).toMatchObject({ name: BASELINE_FILE, how: 'sidecar', stale: false });
    const first = runs[0]?.reader.report.retrieval.hybrid?.recall_at_k.mean;
    expect(found?.compared.means['retrieval.hybrid.recall_at_k']).toBe(first);
  });

  test('a run that was held against no baseline: the newest earlier one of an equal stamp, if there is any', async () => {
    // The first run has none before it, and the one with another k has no equal.
    expect(await compared(ago(7))).toBeNull();
    expect(await compared(ago(5))).toBeNull();
  });

  test('a chosen run with another stamp says in what it differs', async () => {
    const found = await compared(ago(0), ago(5).id);
    expect(found?.differs).toEqual([{ member: 'k', was: '5', is: '10' }]);
  });

  test('a baseline that changed since makes its cases stale, and one without cases leaves an earlier run', async () => {
    const path = join(store.root, BASELINE_FILE);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, `${text} `);
    expect((await compared(ago(0)))?.compared).toMatchObject({ how: 'sidecar', stale: true });
    writeFileSync(path, text);
    const sidecar = sidecarPath(path);
    const cases = readFileSync(sidecar);
    writeFileSync(sidecar, 'damaged\n');
    expect((await compared(ago(0)))?.compared).toMatchObject({ name: ago(1).id, how: 'earlier run' });
    rmSync(sidecar);
    expect((await compared(ago(0)))?.compared).toMatchObject({ name: ago(1).id, how: 'earlier run' });
    writeFileSync(sidecar, cases);
  });
});

describe('scoring.md 14 two runs, case by case', () => {
  test('each figure over the cases that both measured, the worst cases first', () => {
    const { common, onlyA, onlyB, differs, figures } = compareRuns(ago(7), ago(0));
    expect({ common, onlyA, onlyB, differs }).toEqual({ common: 400, onlyA: 0, onlyB: 0, differs: [] });
    const recall = figures.find(({ path }) => path === 'retrieval.lexical.recall_at_k');
    const { n = 0, better = 0, worse = 0, same = 0, delta = 0, cases = [] } = recall ?? {};
    expect(worse).toBeGreaterThan(0);
    expect(better + worse + same).toBe(n);
    expect(cases).toHaveLength(better + worse);
    expect(cases.map(one => one.delta)).toEqual(cases.map(one => one.delta).toSorted((a, b) => a - b));
    expect(cases.reduce((sum, one) => sum + one.delta, 0) / n).toBeCloseTo(delta, 12);
  });

  test('of a rate where less is better, more is worse', () => {
    const { figures } = compareRuns(ago(7), ago(1));
    const forbidden = figures.find(({ path }) => path === 'retrieval.hybrid.forbidden_row_rate');
    expect(forbidden).toMatchObject({ better: 0, delta: expect.any(Number) });
    expect(forbidden?.worse).toBeGreaterThan(0);
    expect(forbidden?.delta).toBeGreaterThan(0);
  });

  test('the figure through which most cases got worse stands first', () => {
    const worse = compareRuns(ago(7), ago(0)).figures.map(figure => figure.worse);
    expect(worse).toEqual(worse.toSorted((a, b) => b - a));
  });

  test('a run beside itself: nothing moved', () => {
    const { figures } = compareRuns(ago(0), ago(0));
    expect(figures.every(({ better, worse, delta }) => better + worse === 0 && delta === 0)).toBe(true);
  });

  test('stamps that differ are told', () => {
    expect(compareRuns(ago(5), ago(0)).differs).toEqual([{ member: 'k', was: '5', is: '10' }]);
  });
});
