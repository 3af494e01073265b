import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeLock } from '../../../core/lock.ts';
import { shellLine } from '../../../core/shell-quote.ts';
import { runLockPath } from '../../../evals/run/run-directory.ts';
import { readSelection } from '../../../evals/run/selection.ts';
import type { BackgroundProgram, Programs } from '../../../tui/effects/programs.ts';
import { realPrograms } from '../../../tui/effects/programs.ts';
import { here, type Overlay } from '../../../tui/state/state.ts';
import { type EffectWorld, effectWorld } from '../../support/effect-world.ts';
import { type SeededStore, seededStore } from '../../support/seeded-store.ts';

let store: SeededStore;

beforeAll(async () => {
  store = await seededStore(2);
});

afterAll(() => store.remove());

const newest = (): string => store.runs.at(-1)?.id ?? '';

/** A program in the background that a test plays. */
function played() {
  const calls: (readonly string[])[] = [];
  let end = (_code: number | null): void => {};
  let stderr = '';
  const background: Programs['background'] = async (words, to): Promise<BackgroundProgram> => {
    calls.push(words);
    stderr = to.stderr;
    writeFileSync(stderr, '');
    const ended = new Promise<number | null>(resolve => {
      end = resolve;
    });
    return { pid: 4711, ended, letGo: () => calls.push(['let go']) };
  };
  return {
    calls,
    background,
    say: (line: string): void => appendFileSync(stderr, `${line}\n`),
    isStarted: (): boolean => stderr !== '',
    end: (code: number | null): void => end(code),
  };
}

function previewOf({ session }: EffectWorld): (Overlay & { kind: 'preview' })['preview'] {
  const { overlay } = session.state();
  if (overlay?.kind !== 'preview') throw new Error(`no preview but ${overlay?.kind}`);
  return overlay.preview;
}

/** Presses enter on the dialog and lets the program say something once it runs. */
async function confirmed(world: EffectWorld, run: ReturnType<typeof played>, line: string): Promise<void> {
  world.session.press('enter');
  while (!run.isStarted()) await new Promise(resolve => setTimeout(resolve, 2));
  run.say(line);
}

const opened = (run: string): string =>
  `{"t":"run.opened","seq":3,"at":"2030-05-01T00:00:00.000000000Z","directory":"/x","run":"${run}"}`;

describe('tui-cli.md 20 start and rerun', () => {
  test('the dialog shows cases and command; the run starts in the background and is shown live', async () => {
    const run = played();
    const world = await effectWorld(store.root, {
      link: `run/${newest()}`,
      programs: { background: run.background },
    });
    await world.press('r');
    const { lines, command, refused } = previewOf(world);
    expect([lines[0], refused, run.calls]).toEqual(['cases    400', null, []]);
    expect(command).toMatch(
      /^contextful eval run --goldens evals\/cases\/world\.jsonl --k 10 --seed 1592590456 .*--weights 60:40 .*--baseline evals\/baselines\/world\.json$/,
    );
    await confirmed(world, run, opened(newest()));
    await world.session.settled();
    expect(run.calls[0]?.slice(0, 4)).toEqual(['node', 'contextful.mjs', 'eval', 'run']);
    expect(run.calls[0]?.at(-1)).toBe('--events');
    expect(shellLine(['contextful', ...(run.calls[0]?.slice(2, -1) ?? [])])).toBe(command);
    expect(run.calls.at(-1)).toEqual(['let go']);
    expect(here(world.session.state()).link).toBe(`run/${newest()}/live`);
    expect(world.session.state().jobs).toMatchObject([{ pid: 4711, run: newest(), state: 'running' }]);
    run.end(1);
    await new Promise(resolve => setImmediate(resolve));
    expect(world.session.state().jobs).toMatchObject([{ state: 'ended' }]);
    expect(world.notice()).toBe(`run ${newest()} ended with 1`);
  });

  test('F: failed cases go through a file, and no baseline is compared', async () => {
    const world = await effectWorld(store.root, { link: `run/${newest()}` });
    await world.press('F');
    const { lines, command } = previewOf(world);
    expect(lines[0]).toBe(`cases    85 of 400: subset of ${newest()}`);
    const file = /--only 'ids=([^']+)'|--only ids=(\S+)/.exec(command ?? '');
    const selection = await readSelection(join(store.root, file?.[1] ?? file?.[2] ?? ''));
    expect([selection.run, selection.ids.size, selection.ids.has('cjk-0005')]).toEqual([newest(), 85, true]);
    expect(command).toMatch(/--floors-only$/);
  });

  test('F: marked cases instead, where some are marked', async () => {
    const world = await effectWorld(store.root, { link: `run/${newest()}/cases` });
    await world.press('space', 'j', 'j', 'space', 'F');
    expect(previewOf(world).lines[0]).toBe(`cases    2 of 400: subset of ${newest()}`);
  });

  test('a run that ends before it begins tells why, and is no job any more', async () => {
    const run = played();
    const world = await effectWorld(store.root, {
      link: `run/${newest()}`,
      programs: { background: run.background },
    });
    await world.press('r');
    await confirmed(world, run, 'CorpusMissing: there is no corpus');
    run.end(2);
    await world.session.settled();
    expect(world.notice()).toBe('StoreUnavailable: the run did not start: CorpusMissing: there is no corpus');
    expect(world.session.state().jobs).toMatchObject([{ state: 'ended' }]);
  });

  test('confirm = false starts it at once; read-only never does', async () => {
    const run = played();
    const world = await effectWorld(store.root, {
      link: `run/${newest()}`,
      settings: { confirm: false },
      programs: { background: run.background },
    });
    world.session.press('r');
    while (!run.isStarted()) await new Promise(resolve => setTimeout(resolve, 2));
    run.say(opened(newest()));
    await world.session.settled();
    expect(world.session.state().overlay).toBeNull();
    const readOnly = await effectWorld(store.root, {
      link: `run/${newest()}`,
      readOnlyReason: 'the store is not writable',
    });
    await readOnly.press('r', 'F', 'b');
    expect([readOnly.effects, readOnly.notice()]).toEqual([
      [],
      'ReadOnly: Update baseline is off, the store is not writable',
    ]);
  });

  test('quitting may leave runs or stop them', async () => {
    const run = played();
    const world = await effectWorld(store.root, { programs: { background: run.background } });
    await world.press('r');
    await confirmed(world, run, opened(newest()));
    await world.session.settled();
    await world.press('ctrl+c', 's');
    expect(world.started).toEqual([['terminate', '4711']]);
  });
});

describe('tui-cli.md 19 stop', () => {
  test('asks the process that writes the run, and only the one that was shown', async () => {
    const world = await effectWorld(store.root, { link: `run/${newest()}/live` });
    await world.press('x');
    expect(previewOf(world).refused).toBe('no process writes it');
    await world.press('enter');
    const lock = await takeLock(runLockPath(store.root, newest()), process.pid, 'contextful eval run');
    await world.press('x');
    expect(previewOf(world).lines[0]).toBe(`process  ${process.pid}: contextful eval run`);
    await world.press('enter');
    expect(world.started).toEqual([['terminate', String(process.pid)]]);
    await world.press('x');
    await lock.release();
    await world.press('enter');
    expect([world.notice()?.split(':')[0], world.started.length]).toEqual(['PreviewStale', 1]);
  });
});

describe('real programs', () => {
  test('feed, foreground and background: a program gets its words and its text; one that lacks is told', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'contextful-programs-'));
    try {
      const programs = realPrograms(folder, { PATH: dirname(process.execPath), MARK: 'ours' });
      const js = (code: string): string[] => [process.execPath, '-e', code];
      const fed = js("require('fs').writeFileSync('fed', require('fs').readFileSync(0) + process.env.MARK)");
      expect(await programs.feed(fed, 'né')).toBe(true);
      expect(readFileSync(join(folder, 'fed'), 'utf8')).toBe('néours');
      expect(await programs.feed(['contextful-no-such-program'], '')).toBe(false);
      expect(await programs.foreground(js('process.exit(3)'))).toBe(3);
      expect(await programs.foreground(['contextful-no-such-program'])).toBeNull();
      const to = { stdout: join(folder, 'out'), stderr: join(folder, 'err') };
      const { pid, ended } = await programs.background(js('console.log(1); setInterval(() => {}, 1000)'), to);
      while (readFileSync(to.stdout, 'utf8') === '') await new Promise(resolve => setTimeout(resolve, 5));
      expect(programs.terminate(pid)).toBe(true);
      expect(await ended).toBeNull();
      expect(programs.terminate(pid)).toBe(false);
      await expect(programs.background(['contextful-no-such-program'], to)).rejects.toThrow();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
