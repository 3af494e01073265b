import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeLock } from '../../../core/lock.ts';
import { parseInstant } from '../../../core/time.ts';
import { executePrune, type PruneRule, planPrune } from '../../../evals/run/prune-runs.ts';
import { runDirectory, runLockPath } from '../../../evals/run/run-directory.ts';
import { bytesBelow, readDocument, startOf } from '../../../evals/run/run-summary.ts';
import { resolveRun, resolveRunOrBaseline } from '../../../evals/run/run-words.ts';
import { listRuns, runIds } from '../../../evals/run/runs.ts';

let root: string;
const NOW = parseInstant('2030-06-01T12:00:00Z') ?? 0n;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contextful-runs-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

type Seed = { readonly outcome?: 'green' | 'red'; readonly recall?: number; readonly plan?: boolean };

/** A run of a day of May 2030 with the members that lists read. */
function seed(day: number, { outcome, recall = 0.8, plan = true }: Seed): string {
  const id = `203005${String(day).padStart(2, '0')}T120000Z-0a1b2c3d4e${String(day).padStart(2, '0')}`;
  const folder = join(root, '.contextful/runs', id);
  mkdirSync(folder, { recursive: true });
  const put = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  if (plan) put('plan.json', { k: 5, tier: 'deterministic', cases: { n: 40 } });
  if (outcome === undefined) return id;
  const reds = outcome === 'red' ? [{ kind: 'floor', path: 'retrieval.hybrid.r_precision.mean' }] : [];
  put('verdict.json', { ok: outcome === 'green', outcome, exit: outcome === 'green' ? 0 : 1, reds });
  put('report.json', {
    run: { k: 5, tier: 'deterministic', model: null },
    n_cases: 40,
    tally: { unscored: 0 },
    retrieval: { hybrid: { recall_at_k: { n: 40, mean: recall } } },
  });
  return id;
}

function code(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'accepted',
    (error: { readonly code: string }) => error.code,
  );
}

describe('tui-cli.md 9 the list of runs', () => {
  test('newest first, with verdict, exit, tier, cases, start and bytes', async () => {
    const older = seed(1, { outcome: 'green' });
    const newer = seed(2, { outcome: 'red', recall: 0.5 });
    const runs = await listRuns(root);
    expect(runs.map(run => run.id)).toEqual([newer, older]);
    expect(runs[0]).toEqual({
      id: newer,
      state: 'finished',
      verdict: 'red',
      exit: 1,
      tier: 'deterministic',
      model: null,
      k: 5,
      cases: 40,
      unscored: 0,
      recall: 0.5,
      worst: 'retrieval.hybrid.r_precision.mean',
      reds: ['retrieval.hybrid.r_precision.mean'],
      means: { 'hybrid.recall_at_k': 0.5 },
      stamp: expect.stringMatching(/^sha256:/),
      took_ms: null,
      started: '2030-05-02T12:00:00.000000000Z',
      bytes: bytesBelow(join(root, '.contextful/runs', newer)),
    });
  });

  test('a run without a verdict is running while its lock is held, else interrupted', async () => {
    const id = seed(3, {});
    expect((await listRuns(root))[0]).toMatchObject({
      state: 'interrupted',
      verdict: 'interrupted',
      cases: 40,
      k: 5,
    });
    const lock = await takeLock(runLockPath(root, id), process.pid, 'contextful eval run');
    expect((await listRuns(root))[0]).toMatchObject({ state: 'running', verdict: 'running', exit: null });
    await lock.release();
  });

  test('a damaged run is listed, and refused with file and byte when it is read', async () => {
    const id = seed(4, { outcome: 'green' });
    const file = join(root, '.contextful/runs', id, 'verdict.json');
    writeFileSync(file, '{"ok": tru');
    expect((await listRuns(root))[0]).toMatchObject({
      id,
      state: 'unreadable',
      verdict: 'unreadable',
      exit: null,
    });
    expect(() => readDocument(runDirectory(root, id), 'verdict.json')).toThrowError(
      expect.objectContaining({
        code: 'RunUnreadable',
        exit: 3,
        place: { file },
        facts: { run: id, byte: expect.any(Number) },
      }),
    );
    writeFileSync(file, '[]');
    expect(() => readDocument(runDirectory(root, id), 'verdict.json')).toThrowError(
      expect.objectContaining({ code: 'RunUnreadable' }),
    );
  });

  test('the index is derived: used while fresh, ignored when torn, stale or gone', async () => {
    seed(1, { outcome: 'green' });
    const first = await listRuns(root);
    const index = join(root, '.contextful/index/runs.jsonl');
    const line = readFileSync(index, 'utf8');
    expect(line.split('\n')).toHaveLength(2);
    writeFileSync(index, line.replace('"recall":0.8', '"recall":0.9'));
    expect((await listRuns(root))[0]?.recall).toBe(0.9);
    writeFileSync(index, `${line.slice(0, -9)}\n{"mark":"x"}\nnull\n`);
    expect(await listRuns(root)).toEqual(first);
    rmSync(index);
    seed(1, { outcome: 'red' });
    expect((await listRuns(root))[0]?.verdict).toBe('red');
  });

  test('no runs, and files between them', async () => {
    expect(await listRuns(root)).toEqual([]);
    seed(1, { outcome: 'green' });
    writeFileSync(join(root, '.contextful/runs/LATEST'), 'x\n');
    expect(runIds(root)).toHaveLength(1);
  });

  test('runs of one second follow the order in which they were made', () => {
    const ids = ['-bbbbbbbbbbbb', '-aaaaaaaaaaaa', '-aaaaaaaaaaaa-2', '-aaaaaaaaaaaa-10'].map(
      tail => `20300501T120000Z${tail}`,
    );
    for (const id of ids) mkdirSync(join(root, '.contextful/runs', id), { recursive: true });
    expect(runIds(root)).toEqual(ids.toReversed());
  });

  test.each([
    ['20300501T120000Z-0a1b2c3d4e5f', '2030-05-01T12:00:00.000000000Z'],
    ['20301301T120000Z-0a1b2c3d4e5f', null],
    ['mine', null],
  ])('the start of %s', (id, started) => {
    expect(startOf(id)).toBe(started);
  });
});

describe('tui-cli.md 9 RUN', () => {
  test('id, prefix, latest, latest-red, latest-green, prev', async () => {
    const red = seed(1, { outcome: 'red' });
    const green = seed(2, { outcome: 'green' });
    const last = seed(3, {});
    const named = async (form: string) => (await resolveRun(root, form, root)).id;
    expect(await named(red)).toBe(red);
    expect(await named('20300502')).toBe(green);
    expect(await named('latest')).toBe(last);
    expect(await named('prev')).toBe(green);
    expect(await named('latest-red')).toBe(red);
    expect(await named('latest-green')).toBe(green);
    writeFileSync(join(root, '.contextful/runs/LATEST'), `${green}\n`);
    expect(await named('latest')).toBe(green);
    expect(await named('prev')).toBe(red);
    writeFileSync(join(root, '.contextful/runs/LATEST'), '../../etc\n');
    expect(await named('latest')).toBe(last);
  });

  test('prev is before the run that is named beside it', async () => {
    const [first, second, third] = [1, 2, 3].map(day => seed(day, { outcome: 'green' }));
    expect((await resolveRun(root, 'prev', root, second)).id).toBe(first);
    expect((await resolveRun(root, 'prev', root, third)).id).toBe(second);
    expect(await code(resolveRun(root, 'prev', root, first))).toBe('RunNotFound');
  });

  test('baseline and baseline:FILE name the cases beside a baseline', async () => {
    const id = seed(1, { outcome: 'green' });
    writeFileSync(join(root, 'b.cases.jsonl'), '');
    const named = (form: string, baseline?: string) => resolveRunOrBaseline(root, form, root, { baseline });
    expect(await named('baseline:b.json')).toEqual({ kind: 'baseline', file: 'b.json' });
    expect(await named('baseline', 'b.json')).toEqual({ kind: 'baseline', file: 'b.json' });
    expect(await named(id)).toMatchObject({ kind: 'run', run: { id } });
    await expect(named('baseline:other.json')).rejects.toMatchObject({
      code: 'RunNotFound',
      found: 'no `other.cases.jsonl`',
    });
    expect(await code(named('baseline'))).toBe('RunNotFound');
  });

  test('a prefix of several runs lists five of them, a short or unknown one finds none', async () => {
    for (let day = 1; day <= 7; day += 1) seed(day, { outcome: 'green' });
    await expect(resolveRun(root, '2030', root)).rejects.toMatchObject({
      code: 'RunAmbiguous',
      facts: { candidates: expect.objectContaining({ length: 5 }) },
    });
    expect(await code(resolveRun(root, '203', root))).toBe('RunNotFound');
    expect(await code(resolveRun(root, 'latest-red', root))).toBe('RunNotFound');
    await expect(resolveRun(root, 'lastest', root)).rejects.toMatchObject({
      facts: { suggestions: ['latest'] },
    });
  });

  test('where there are no runs nothing is suggested but to make one', async () => {
    await expect(resolveRun(root, 'latest', root)).rejects.toMatchObject({
      code: 'RunNotFound',
      hint: 'contextful eval run makes one',
      facts: { suggestions: [] },
    });
  });

  test('a run directory elsewhere', async () => {
    const id = seed(1, { outcome: 'green' });
    const other = join(root, 'artefact');
    mkdirSync(other);
    writeFileSync(
      join(other, 'verdict.json'),
      readFileSync(join(root, '.contextful/runs', id, 'verdict.json')),
    );
    const run = await resolveRun('/nowhere', 'artefact', root);
    expect([run.id, run.file('verdict.json')]).toEqual(['artefact', join(other, 'verdict.json')]);
    expect(await code(resolveRun('/nowhere', '.', root))).toBe('RunNotFound');
  });
});

describe('tui-cli.md 9 pruning', () => {
  test('a run that can be resumed stays unless it is asked for', async () => {
    const broken = seed(1, {});
    seed(2, { outcome: 'green' });
    expect(await plan({ keep: 0 })).toMatchObject({
      remove: [],
      spared: [{ why: 'newest' }, { id: broken, why: 'interrupted, can be resumed' }],
    });
    expect(await plan({ keep: 0, interrupted: true })).toMatchObject({
      remove: [{ id: broken, state: 'interrupted' }],
      spared: [{ why: 'newest' }],
    });
  });

  const plan = ({ keep, olderThanMs, interrupted = false }: Partial<PruneRule>) =>
    planPrune(root, { keep, olderThanMs, interrupted }, NOW, join(root, 'evals/baselines'));
  const DAY_MS = 86_400_000;

  test('the newest, the newest green and red, pinned, named and live runs stay', async () => {
    const named = seed(1, { outcome: 'green' });
    const pinned = seed(2, { outcome: 'green' });
    const live = seed(3, {});
    const gone = seed(4, { outcome: 'red' });
    const red = seed(5, { outcome: 'red' });
    const green = seed(6, { outcome: 'green' });
    const newest = seed(7, {});
    mkdirSync(join(root, 'evals/baselines'), { recursive: true });
    writeFileSync(join(root, 'evals/baselines/b.cases.jsonl'), `{"run":"${named}"}\n`);
    writeFileSync(join(root, '.contextful/runs', pinned, '.pin'), '');
    const lock = await takeLock(runLockPath(root, live), process.pid, 'contextful eval run');
    const pruning = await plan({ keep: 0 });
    expect(pruning.remove).toEqual([
      { id: gone, bytes: bytesBelow(join(root, '.contextful/runs', gone)), state: 'finished' },
    ]);
    expect(pruning.bytes).toBe(pruning.remove[0]?.bytes);
    expect(pruning.spared).toEqual([
      { id: newest, why: 'newest' },
      { id: green, why: 'newest green' },
      { id: red, why: 'newest red' },
      { id: live, why: 'running' },
      { id: pinned, why: 'pinned' },
      { id: named, why: 'named by a baseline' },
    ]);
    await lock.release();
  });

  test('--keep counts from the newest, --older-than from the start, both must agree', async () => {
    const ids = [1, 10, 20, 30, 31].map(day => seed(day, { outcome: 'green' }));
    const removed = async (rule: Parameters<typeof plan>[0]) => (await plan(rule)).remove.map(run => run.id);
    expect(await removed({ keep: 3 })).toEqual([ids[1], ids[0]]);
    expect(await removed({ olderThanMs: 20 * DAY_MS })).toEqual([ids[1], ids[0]]);
    expect(await removed({ keep: 4, olderThanMs: 20 * DAY_MS })).toEqual([ids[0]]);
    expect(await removed({ olderThanMs: 31 * DAY_MS })).toEqual([]);
  });

  test('runs go by way of the trash; what came to life or was pinned since the plan stays', async () => {
    const ids = [1, 2, 3, 4].map(day => seed(day, { outcome: 'green' }));
    const pruning = await plan({ keep: 1 });
    expect(pruning.remove.map(run => run.id)).toEqual([ids[2], ids[1], ids[0]]);
    writeFileSync(join(root, '.contextful/runs', ids[1] ?? '', '.pin'), '');
    mkdirSync(join(root, '.contextful/trash', ids[0] ?? '', 'rest'), { recursive: true });
    expect(await executePrune(root, pruning, new AbortController().signal, process.pid)).toEqual([
      ids[2],
      ids[0],
    ]);
    expect(readdirSync(join(root, '.contextful/runs')).sort()).toEqual([ids[1], ids[3]]);
    expect(existsSync(join(root, '.contextful/trash'))).toBe(false);
    expect(await executePrune(root, await plan({ keep: 0 }), AbortSignal.abort(), process.pid)).toEqual([]);
  });
});
