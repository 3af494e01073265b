import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, linesOf, runBuilt, startBuilt, untilLines } from '../support/built-command.ts';
import { LONG_RUN, type LongProject, makeLongProject, runNames } from '../support/long-project.ts';

let project: LongProject;
let whole: Buffer;

const run = (...more: readonly string[]) => runBuilt([...LONG_RUN, ...more], { cwd: project.root });
const report = (name: string): Buffer => readFileSync(project.path(name));

beforeAll(async () => {
  project = makeLongProject();
  expect(await run('--checkpoint', 'whole.journal', '--report', 'whole.json')).toMatchObject({ code: 0 });
  whole = report('whole.json');
});

afterAll(() => project.remove());

describe('assurance.evaluate.run-report: equal input, equal bytes', { timeout: 120_000 }, () => {
  test.each(['1', '2', '4'])('on %s threads', async threads => {
    expect(await run('--threads', threads, '--report', 'again.json')).toMatchObject({ code: 0 });
    expect(report('again.json').equals(whole)).toBe(true);
  });

  test('two runs at once do not disturb each other', async () => {
    const before = new Set(runNames(project));
    const both = await Promise.all([run('--report', 'left.json'), run('--report', 'right.json')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect([report('left.json').equals(whole), report('right.json').equals(whole)]).toEqual([true, true]);
    const own = runNames(project).filter(name => !before.has(name));
    expect(own.length).toBe(2);
    for (const name of own) {
      expect(readdirSync(project.path(`.contextful/runs/${name}`)).sort()).toEqual([
        'cases.jsonl',
        'checkpoint.jsonl',
        'events.jsonl',
        'plan.json',
        'report.json',
        'results.jsonl',
        'verdict.json',
      ]);
    }
    expect(readdirSync(project.path('.contextful/locks'))).toEqual([]);
  });
});

describe('assurance.evaluate.checkpoint: one journal', { timeout: 120_000 }, () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends with %i, and says how to go on', async (signal, code) => {
    const journal = project.path(`${signal}.journal`);
    const ended = await stopped(signal, journal);
    expect(ended.code).toBe(code);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toMatch(/^Interrupted: interrupted before all 320 cases were read/m);
    expect(ended.stderr).toContain(`contextful ${LONG_RUN.join(' ')} --checkpoint ${journal}`);
    const lines = linesOf(journal);
    expect(lines).toBeLessThan(321);
    const resumed = await run('--checkpoint', journal, '--report', 'resumed.json');
    expect(resumed).toMatchObject({ code: 0 });
    expect(resumed.stderr).toContain(`resuming ${lines - 1} finished cases`);
    expect(report('resumed.json').equals(whole)).toBe(true);
  });

  /** A loaded machine may finish the run before the signal comes; then it is run anew. */
  async function stopped(signal: NodeJS.Signals, journal: string): Promise<Ended> {
    for (;;) {
      rmSync(journal, { force: true });
      const running = startBuilt([...LONG_RUN, '--checkpoint', journal], { cwd: project.root });
      await untilLines(running, () => journal, 2);
      running.child.kill(signal);
      const ended = await running.ended;
      if (linesOf(journal) < 321) return ended;
    }
  }

  test('a torn last line runs its case again', async () => {
    writeFileSync(project.path('torn.journal'), report('whole.journal').subarray(0, -7));
    const resumed = await run('--checkpoint', 'torn.journal', '--report', 'torn.json');
    expect(resumed).toMatchObject({ code: 0 });
    expect(resumed.stderr).toContain('resuming 319 finished cases');
    expect(report('torn.json').equals(whole)).toBe(true);
    expect(report('torn.journal').equals(report('whole.journal'))).toBe(true);
  });

  test('a damaged line is refused, and the file stays as it is', async () => {
    const lines = report('whole.journal').toString('utf8').split('\n');
    const damaged = lines.with(2, lines[2]?.replace('"pass"', '"fail"') ?? '').join('\n');
    writeFileSync(project.path('damaged.journal'), damaged);
    const before = runNames(project).length;
    const ended = await run('--checkpoint', 'damaged.journal');
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      /^CheckpointCorrupt: line 3 of the journal is damaged \(crc\)\n {2}at +damaged\.journal:3\n/m,
    );
    expect(report('damaged.journal').toString('utf8')).toBe(damaged);
    expect(runNames(project).length).toBe(before);
  });

  test.each(['/dev/zero', '.'])('%s is no journal', async path => {
    const ended = await run('--checkpoint', path);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^UsageBadValue: --checkpoint names something that is no regular file$/m);
  });

  test('a journal of other settings is refused', async () => {
    const ended = await run('--checkpoint', 'whole.journal', '--candidates', 'window');
    expect(ended).toMatchObject({ code: 4 });
    expect(ended.stderr).toMatch(/^CheckpointMismatch: .*ranking\.candidates was "full", is "window"/m);
  });

  test('a journal that a live run writes is refused', async () => {
    const journal = project.path('held.journal');
    const running = startBuilt([...LONG_RUN, '--checkpoint', journal], { cwd: project.root });
    await untilLines(running, () => journal, 1);
    running.child.kill('SIGSTOP');
    const ended = await run('--checkpoint', journal);
    running.child.kill('SIGCONT');
    expect(ended).toMatchObject({ code: 3, stdout: '' });
    expect(ended.stderr).toMatch(
      new RegExp(`^StoreBusy: process ${running.child.pid} \\(.*eval run.*\\)`, 'm'),
    );
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(linesOf(journal)).toBe(321);
  });

  test('the lock of a run that died is taken over, and told', async () => {
    const journal = project.path('dead.journal');
    const running = startBuilt([...LONG_RUN, '--checkpoint', journal], { cwd: project.root });
    await untilLines(running, () => journal, 1);
    running.child.kill('SIGKILL');
    await running.ended;
    const ended = await run('--checkpoint', journal, '--report', 'dead.json');
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stderr).toContain(`took over the lock of process ${running.child.pid}, which has ended`);
    expect(report('dead.json').equals(whole)).toBe(true);
  });
});
