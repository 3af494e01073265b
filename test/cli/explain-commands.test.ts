import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../cli/main.ts';
import { type MadeRun, makeTuiStore } from '../../scripts/tui-store/make.ts';
import { fakeHost } from '../support/fake-host.ts';

let root: string;
let made: readonly MadeRun[];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'contextful-explain-cli-'));
  made = await makeTuiStore({ root, runs: 8, cases: 200, seed: 4, cause: 'cjk', pid: process.pid });
}, 60_000);

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const idOf = (cause: string): string => made.find(one => one.cause === cause)?.id ?? '';

async function line(...argv: string[]) {
  const fake = fakeHost({ argv, cwd: root });
  const exit = await main(fake.host);
  return { exit, out: fake.out(), err: fake.err() };
}

describe('scoring.md 15 eval explain', () => {
  test('each worse case with its place, part and blame, and below it what was lost', async () => {
    const { exit, out } = await line('eval', 'explain', 'latest', '--path', 'retrieval.hybrid.recall_at_k');
    expect(exit).toBe(0);
    expect(out).toMatch(
      /retrieval\.hybrid\.recall_at_k fell [0-9.]+ .*most: lexical \(\d+\); tag cjk x[0-9.]+\n/,
    );
    expect(out).toMatch(
      / {2}evals\/cases\/world\.jsonl:\d+ {2}cjk-\d+ {2}-[0-9.]+ {2}blame: lexical\n {4}lost kb\/cjk#c-\d+ {2}hybrid 1 -> none {2}lexical \d -> none {2}vector \d -> \d\n/,
    );
  });

  test('a leak names the row and where it stands', async () => {
    const { out } = await line('eval', 'explain', idOf('leak'));
    expect(out).toMatch(/blame: forbidden\n {4}forbidden hr\/payroll#p-\d+ {2}hybrid 2 {2}lexical 2\n/);
  });

  test('the JSON holds every case with exact parts and the rows', async () => {
    const { out } = await line('eval', 'explain', 'latest', '--json');
    const { figures, compared } = JSON.parse(out).data;
    expect(compared).toEqual({ name: 'evals/baselines/world.json', how: 'sidecar', stale: false });
    const recall = figures.find((one: { path: string }) => one.path === 'retrieval.hybrid.recall_at_k');
    expect(recall.cases.length).toBe(recall.worsened + recall.bettered);
    expect(recall.cases[0].contribution).toBeLessThan(0);
  });
});

describe('tui-cli.md 21.3 why', () => {
  test('at most 15 lines and the exit code of the run', async () => {
    const red = await line('why');
    expect(red.exit).toBe(1);
    expect(red.out.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    expect(red.out).toContain('most: lexical');
    expect((await line('why', idOf('down'))).out).toMatch(/\.n fell .*most: error/);
    expect((await line('why', idOf('down'))).exit).toBe(3);
    expect((await line('why', idOf('improved'))).exit).toBe(0);
  });
});

describe('scoring.md 14 eval compare', () => {
  test('prev is the run before the one named beside it', async () => {
    const { exit, out } = await line('eval', 'compare', 'prev', idOf('leak'));
    expect(exit).toBe(0);
    expect(out).toContain(`A ${idOf('window')}\nB ${idOf('leak')}\n200 cases paired\n`);
  });

  test('a baseline stands for the run that it was taken from', async () => {
    const { exit, out } = await line('eval', 'compare', 'baseline', 'latest', '--json');
    expect(exit).toBe(0);
    expect(JSON.parse(out).data).toMatchObject({ a: 'baseline:evals/baselines/world.json', common: 200 });
    const other = await line('eval', 'compare', 'baseline:evals/baselines/none.json', 'latest');
    expect(other.exit).toBe(2);
    expect(other.err).toContain('RunNotFound');
  });

  test('another k does not compare', async () => {
    const { exit, err } = await line('eval', 'compare', idOf('none'), idOf('other-k'));
    expect(exit).toBe(4);
    expect(err).toContain('BaselineRunStampMismatch');
    expect(err).toContain('k: A 10, B 5');
  });

  test('a run directory elsewhere is read where it is', async () => {
    const folder = join(root, '.contextful/runs', idOf('fusion'));
    const { exit, out } = await line('eval', 'compare', idOf('none'), folder);
    expect(exit).toBe(0);
    expect(out).toContain(`B ${idOf('fusion')}\n`);
  });
});
