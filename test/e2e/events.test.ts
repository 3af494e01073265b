import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIN, runBuilt } from '../support/built-command.ts';
import { LONG_CASES, LONG_RUN, makeLongProject, runNames } from '../support/long-project.ts';
import { copyNativeProject, type NativeProject } from '../support/native-project.ts';

const SCHEMA = fileURLToPath(new URL('../../dist/schema/events.schema.json', import.meta.url));

let project: NativeProject;
let isEvent: ValidateFunction;

beforeAll(() => {
  project = copyNativeProject();
  // The schema says date-time by a pattern too, which is what holds here.
  const ajv = new Ajv2020({ strict: true, allErrors: true, formats: { 'date-time': true } });
  isEvent = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));
});

afterAll(() => project.remove());

type Told = { readonly t: string; readonly seq: number };

/** Both streams of one run, every line held against the published schema. */
async function streamsOf(
  args: readonly string[],
): Promise<{ code: number | null; live: Told[]; file: Told[] }> {
  const { code, stderr } = await runBuilt(['eval', 'run', '--events', '--json', ...args], {
    cwd: project.root,
  });
  const runs = join(project.root, '.contextful/runs');
  const latest = readFileSync(join(runs, 'LATEST'), 'utf8').trim();
  const file = readFileSync(join(runs, latest, 'events.jsonl'), 'utf8');
  return { code, live: checked(stderr), file: checked(file) };
}

function checked(lines: string): Told[] {
  const events = lines
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));
  for (const event of events) expect([event, isEvent(event), isEvent.errors]).toEqual([event, true, null]);
  return events;
}

const gapless = (events: readonly Told[]) => events.every(({ seq }, i) => seq === i + 1);

describe('tui-cli.md 4 the published schema of events', { timeout: 120_000 }, () => {
  test.each([
    ['a green run that is compared with a second store', 0, ['--also', 'memory']],
    ['a red run', 1, ['--agent', 'agent://night-watch', '--floors-only']],
    ['a run with warnings', 0, ['--snapshot', 'none', '--floors-only', '--limit', '5']],
  ])('%s', async (_, exit, args) => {
    const { code, live, file } = await streamsOf(args);
    expect(code).toBe(exit);
    expect(live.map(({ t }) => t)).toContain('case.end');
    expect(gapless(live)).toBe(true);
    expect(file).toEqual(live);
  });

  test('refuses an event with a member that is not declared, and one without its stamp', () => {
    const end = { t: 'run.end', seq: 9, at: '2030-06-01T10:15:00.000000000Z', exit: 0 };
    expect(isEvent(end)).toBe(true);
    expect(isEvent({ ...end, host: 'a' })).toBe(false);
    const { at: _, ...unstamped } = end;
    expect(isEvent(unstamped)).toBe(false);
    expect(isEvent({ ...end, t: 'run.gone' })).toBe(false);
  });

  test('is one of the files of the build', () => {
    expect(readdirSync(join(SCHEMA, '..'))).toContain('events.schema.json');
  });
});

describe('evaluate.md 11.3 a reader of stderr that stands still', { timeout: 120_000 }, () => {
  test('holds no run up, and gets every event once it reads', async () => {
    const long = makeLongProject();
    try {
      const child = spawn(process.execPath, [BIN, ...LONG_RUN, '--events'], {
        cwd: long.root,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
      });
      const ended = new Promise(resolve => child.on('close', resolve));
      const own = () => long.path(`.contextful/runs/${runNames(long)[0]}`);
      // More events than the pipe and the queue hold together, and the run is done before one is read.
      while (child.exitCode === null && !existsSync(`${own()}/verdict.json`)) await sleep(10);
      expect(child.exitCode).toBeNull();
      let told = '';
      for await (const part of child.stderr.setEncoding('utf8')) told += part;
      expect(await ended).toBe(0);
      const live = checked(told);
      expect(live.length).toBeGreaterThan(5 * LONG_CASES);
      expect(gapless(live)).toBe(true);
      expect(checked(readFileSync(`${own()}/events.jsonl`, 'utf8'))).toEqual(live);
    } finally {
      long.remove();
    }
  });
});
