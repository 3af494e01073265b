import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { frozenClock } from '../../../core/context.ts';
import { type Lock, takeLock } from '../../../core/lock.ts';
import { eventLine, type RunEventBody } from '../../../evals/run/events.ts';
import { runDirectory, runLockPath } from '../../../evals/run/run-directory.ts';
import { followRuns } from '../../../tui/effects/load/follow-runs.ts';
import { liveData } from '../../../tui/effects/load/live.ts';
import type { Watch } from '../../../tui/effects/watch.ts';
import type { RunLine, RunsData } from '../../../tui/model/data.ts';
import { livePhase } from '../../../tui/model/live.ts';
import type { LiveData } from '../../../tui/model/live-data.ts';
import { fakeTimer } from '../../support/fake-timer.ts';

const RUN = '20300501T000000Z-a8c6ce820e21';

let root: string;
let locks: Lock[];
let seq: number;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contextful-live-'));
  mkdirSync(runDirectory(root, RUN).path, { recursive: true });
  locks = [];
  seq = 0;
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

async function hold(command = 'contextful eval run'): Promise<void> {
  locks.push(await takeLock(runLockPath(root, RUN), process.pid, command));
}

function happen(body: RunEventBody, second = seq): void {
  seq += 1;
  const at = `2030-05-01T00:00:${String(second).padStart(2, '0')}.000000000Z`;
  appendFileSync(runDirectory(root, RUN).file('events.jsonl'), `${eventLine({ ...body, seq, at })}\n`);
}

const end = (id: string, outcome: string, second?: number): void =>
  happen({ t: 'case.end', case: id, ordinal: 0, outcome, place: { file: 'c.jsonl', line: 3 } }, second);

const turn = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5));

/** A run on the screen, whose file system and time a test plays. */
async function shown(isAsked: () => boolean = () => true) {
  const timer = fakeTimer();
  const renewed: LiveData[] = [];
  const signal = new AbortController();
  const watched = { change: (): void => {}, open: 0 };
  const watch: Watch = (_place, changed) => {
    watched.change = changed;
    watched.open += 1;
    return () => {
      watched.open -= 1;
    };
  };
  const first = await liveData(
    RUN,
    {
      root,
      clock: frozenClock(1_903_910_410_000_000_000n),
      unscoredMax: 0.1,
      follow: { watch, after: timer.after },
    },
    data => {
      renewed.push(data);
      return isAsked();
    },
    signal.signal,
  );
  return { first, renewed, timer, watched, signal };
}

describe('tui-cli.md 18 a live run', () => {
  test('counts, failed cases newest first, rate and what it noted', async () => {
    await hold();
    happen({ t: 'run.planned', plan: 'sha256:0', cases: 10, corpora: 1 }, 0);
    happen({ t: 'run.progress', phase: 'land', done: 1, of: 1, elapsed_ms: 1 }, 0);
    end('a', 'pass', 1);
    end('b', 'fail', 1);
    end('c', 'unscored', 2);
    end('d', 'pass', 4);
    happen({ t: 'run.warning', code: 'X', message: 'slow disk', facts: {} }, 4);
    const { first } = await shown();
    expect(first).toMatchObject({
      state: 'running',
      pid: process.pid,
      cases: { done: 4, of: 10 },
      outcomes: { pass: 2, fail: 1, unscored: 1 },
      failed: [{ id: 'c' }, { id: 'b', outcome: 'fail', file: 'c.jsonl', line: 3 }],
      failedCount: 2,
      rate: [2, 1, 0],
      notes: ['slow disk'],
      unscoredMax: 0.1,
    });
    expect(livePhase(first)).toEqual({
      name: 'run',
      sentence: 'phase run: 4 of 10 cases, 2 failed, about 6.00 s left',
    });
  });

  test('is renewed by what is appended, until it ends; then nothing is watched', async () => {
    await hold('contextful eval run --max-unscored 20%');
    end('a', 'pass');
    const { renewed, watched, timer } = await shown();
    end('b', 'fail');
    watched.change();
    await turn();
    expect(renewed.at(-1)).toMatchObject({ state: 'running', cases: { done: 2 }, unscoredMax: 0.2 });
    happen({ t: 'run.verdict', ok: false, outcome: 'red', lines: [] });
    writeFileSync(runDirectory(root, RUN).file('verdict.json'), '{}');
    await locks[0]?.release();
    watched.change();
    await turn();
    expect(renewed.at(-1)).toMatchObject({ state: 'ended', outcome: 'red' });
    expect([watched.open, timer.pending()]).toEqual([0, 0]);
  });

  test('a writer that died is noticed within a second: interrupted, with the command that resumes', async () => {
    await hold('contextful eval run --k 5');
    happen({ t: 'run.planned', plan: 'sha256:0', cases: 9, corpora: 1 });
    end('a', 'pass');
    const { renewed, timer, watched } = await shown();
    // A holder of another boot is dead.
    const lock = runLockPath(root, RUN);
    mkdirSync(dirname(lock), { recursive: true });
    writeFileSync(lock, JSON.stringify({ ...holder, host: (await import('node:os')).hostname() }));
    timer.pass(1000);
    await turn();
    const last = renewed.at(-1);
    expect(last).toMatchObject({
      state: 'stopped',
      resume: `contextful eval run --k 5 --resume ${RUN}`,
    });
    expect(last === undefined ? '' : livePhase(last).sentence).toMatch(
      /^interrupted at case 1 of 9; resume: /,
    );
    expect([watched.open, timer.pending()]).toEqual([0, 0]);
  });

  test('nobody asks for it any more, or all is read anew: no watcher, no timer', async () => {
    await hold();
    const left = await shown(() => false);
    left.timer.pass(1000);
    await turn();
    expect([left.renewed.length, left.watched.open, left.timer.pending()]).toEqual([1, 0, 0]);
    const reloaded = await shown();
    reloaded.signal.abort();
    expect([reloaded.watched.open, reloaded.timer.pending()]).toEqual([0, 0]);
  });

  test('a run that is not there is refused', async () => {
    rmSync(runDirectory(root, RUN).path, { recursive: true });
    await expect(shown()).rejects.toMatchObject({ code: 'RunNotFound' });
  });

  test('what is kept does not grow with the run', async () => {
    await hold();
    for (let at = 0; at < 2500; at += 1) end(`c${at}`, 'fail', at % 60);
    const { first } = await shown();
    expect(first.failed).toHaveLength(1000);
    expect([first.failed[0]?.id, first.failedCount]).toEqual(['c2499', 2500]);
  });
});

const holder = { pid: 1, started: '1', boot: 'another', command: 'contextful eval run --k 5' };

describe('tui-cli.md 20 the list of runs', () => {
  test('is read again when a run begins or ends, not with every event of it', async () => {
    const places = new Map<string, () => void>();
    const watch: Watch = ({ folder }, changed) => {
      places.set(folder, changed);
      return () => places.delete(folder);
    };
    const lists = [list('running'), list('green')];
    const renewed: string[] = [];
    followRuns(
      root,
      list(),
      async () => lists.shift() ?? list(),
      data => renewed.push(data.lines.map(line => line.verdict).join()) > 0,
      watch,
      new AbortController().signal,
    );
    places.get(dirname(runDirectory(root, RUN).path))?.();
    await turn();
    expect([renewed, places.size]).toEqual([['running'], 2]);
    places.get(runDirectory(root, RUN).path)?.();
    await turn();
    expect(renewed).toHaveLength(1);
    writeFileSync(runDirectory(root, RUN).file('verdict.json'), '{}');
    places.get(runDirectory(root, RUN).path)?.();
    await turn();
    expect([renewed, places.size]).toEqual([['running', 'green'], 1]);
  });

  test('nobody asks for it: nothing is watched', async () => {
    const places = new Map<string, () => void>();
    const watch: Watch = ({ folder }, changed) => {
      places.set(folder, changed);
      return () => places.delete(folder);
    };
    followRuns(
      root,
      list('running'),
      async () => list(),
      () => false,
      watch,
      new AbortController().signal,
    );
    expect(places.size).toBe(2);
    places.get(dirname(runDirectory(root, RUN).path))?.();
    await turn();
    expect(places.size).toBe(0);
  });
});

function list(verdict?: string): RunsData {
  // Of a line only what the follower reads.
  const lines = verdict === undefined ? [] : [{ id: RUN, verdict } as RunLine];
  return { lines, all: lines.length, nowNs: 0n };
}
