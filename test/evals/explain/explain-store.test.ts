import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCompared } from '../../../evals/explain/compared.ts';
import type { ExplainedFigure } from '../../../evals/explain/explain-figure.ts';
import { explainStored } from '../../../evals/explain/explain-stored.ts';
import { type RunRecord, readRun } from '../../../evals/explain/run-record.ts';
import { type MadeRun, makeTuiStore } from '../../../scripts/tui-store/make.ts';

let root: string;
let made: readonly MadeRun[];
const opened: RunRecord[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'contextful-explain-'));
  made = await makeTuiStore({ root, runs: 8, cases: 200, seed: 4, cause: 'cjk', pid: process.pid });
}, 60_000);

afterAll(() => {
  for (const { reader } of opened) reader.close();
  rmSync(root, { recursive: true, force: true });
});

async function read(id: string): Promise<RunRecord> {
  const run = await readRun(root, id);
  opened.push(run);
  return run;
}

async function explained(cause: string): Promise<readonly ExplainedFigure[]> {
  const run = await read(made.find(one => one.cause === cause)?.id ?? '');
  const against = await findCompared(run, undefined, { root, read });
  return explainStored(run, against).map(one => one.figure());
}

const figureOf = (figures: readonly ExplainedFigure[], path: string) =>
  figures.find(one => one.path === path);

describe('tui-cli.md 18 each seeded cause is found', () => {
  test.each([
    ['cjk', 'lexical', 'cjk'],
    ['window', 'both', 'temporal'],
    ['fusion', 'fusion', 'chain'],
  ])('%s: blame %s, tag %s, and the parts sum to the fall', async (cause, blame, tag) => {
    const figure = figureOf(await explained(cause), 'retrieval.hybrid.recall_at_k');
    expect(figure?.red).toBe(true);
    expect(figure?.blames[0]?.[0]).toBe(blame);
    expect(figure?.tags[0]?.tag).toBe(tag);
    const [, fell = '0'] = / fell ([0-9.]+) /.exec(figure?.headline ?? '') ?? [];
    const sum = (figure?.cases.slice() ?? []).reduce((all, one) => all + one.contribution, 0);
    expect(sum).toBeCloseTo(-Number(fell), 4);
    expect(figure?.carried).toBeCloseTo(0, 12);
  });

  test('a forbidden row is named where it stands', async () => {
    const figures = await explained('leak');
    const cases = figureOf(figures, 'retrieval.hybrid.forbidden_row_rate.max')?.cases;
    const worst = cases?.at(0);
    expect(worst?.blame).toBe('forbidden');
    const found = worst === undefined ? [] : (cases?.rowsOf(worst).found ?? []);
    expect(found.filter(row => row.kind === 'forbidden')).toEqual([
      {
        reference: expect.stringMatching(/^hr\/payroll#/),
        kind: 'forbidden',
        positions: { lexical: [2], hybrid: [2] },
      },
    ]);
  });

  test('a count that fell names the cases that errored', async () => {
    const figures = await explained('down');
    const count = figures.find(one => one.path.endsWith('.n'));
    expect(count?.red).toBe(true);
    expect(count?.cases.slice().every(one => one.blame === 'error' && one.contribution === -1)).toBe(true);
    expect(count?.headline).toMatch(
      /\.n fell \d+ \(\d+ -> \d+, band 0\); \d+ of \d+ cases worse.*most: error/,
    );
  });

  test('of a green run the figure nearest to its fall is told', async () => {
    const figures = await explained('improved');
    expect(figures.map(one => one.red)).toEqual([false]);
  });

  test.each(['cjk', 'window', 'fusion', 'leak'])(
    '%s: what is counted without reading cases is what their rows say',
    async cause => {
      for (const { cases, lost, blames } of await explained(cause)) {
        const rows = cases.slice().flatMap(one => cases.rowsOf(one).rows.filter(row => row.kind === 'lost'));
        expect(rows).toHaveLength(lost);
        if (lost === 0) continue;
        const counts = blames.map(([blame]) => rows.filter(row => row.blame === blame).length);
        expect(blames.map(([, count]) => count)).toEqual(counts);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(lost);
      }
    },
  );

  test('the cases that made a figure worse are those with a share, each with its blame', async () => {
    const run = await read(made.find(one => one.cause === 'cjk')?.id ?? '');
    const against = await findCompared(run, undefined, { root, read });
    for (const one of explainStored(run, against)) {
      const worse = new Map<number, string | null>();
      one.eachWorse(ordinal => worse.set(ordinal, one.blameOf(ordinal)));
      const shown = one
        .figure()
        .cases.slice()
        .filter(({ share }) => share > 0);
      expect(new Map(shown.map(({ ordinal, blame }) => [ordinal, blame]))).toEqual(worse);
    }
  });
});
