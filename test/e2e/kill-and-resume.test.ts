import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  killGroup,
  linesOf,
  type Running,
  runBuilt,
  startBuilt,
  untilLines,
} from '../support/built-command.ts';
import {
  LONG_CASES,
  LONG_RUN,
  type LongProject,
  makeLongProject,
  runNames,
} from '../support/long-project.ts';

const HEADER = 1;
const WHOLE = LONG_CASES + HEADER;
/** Journal lengths: before and after the header, inside a batch of 64, at its ends, at the last line. */
const LENGTHS = [0, 1, 2, 33, 64, 65, 66, 129, 193, 257, 300, 320, 321];
/** Shares of the time that a whole run takes. */
const MOMENTS = [0.15, 0.3, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95];

let project: LongProject;
let whole: Buffer;
let wholeMs: number;

beforeAll(async () => {
  project = makeLongProject();
  const start = performance.now();
  expect(await runBuilt([...LONG_RUN, '--report', 'whole.json'], { cwd: project.root })).toMatchObject({
    code: 0,
  });
  wholeMs = performance.now() - start;
  whole = readFileSync(project.path('whole.json'));
});

afterAll(() => project.remove());

describe('assurance.evaluate.checkpoint: a killed run goes on where its journal ends', {
  timeout: 120_000,
}, () => {
  const cut: number[] = [];

  test.each(LENGTHS)('killed at %i journal lines, resumed through --checkpoint', async lines => {
    const journal = project.path(`${lines}.journal`);
    const running = startBuilt([...LONG_RUN, '--checkpoint', journal], { cwd: project.root });
    await untilLines(running, () => journal, lines);
    await kill(running);
    cut.push(linesOf(journal));
    await expectWhole(['--checkpoint', journal], linesOf(journal));
    expect(linesOf(journal)).toBe(WHOLE);
  });

  test.each(MOMENTS)('killed at %f of its time, resumed with --resume last', async share => {
    const before = new Set(runNames(project));
    const own = () => runNames(project).find(name => !before.has(name));
    const journal = () => `${project.path('.contextful/runs')}/${own()}/checkpoint.jsonl`;
    const running = startBuilt([...LONG_RUN], { cwd: project.root });
    await sleep(wholeMs * share);
    await kill(running);
    const name = own();
    // Too early to have begun, or already done: nothing to go on with.
    if (name === undefined || runIsDone(name)) return;
    cut.push(linesOf(journal()));
    await expectWhole(['--resume', 'last'], linesOf(journal()));
    expect(runIsDone(name)).toBe(true);
  });

  test('the kills hit runs in their middle', () => {
    expect(cut.filter(lines => lines > HEADER && lines < WHOLE).length).toBeGreaterThan(LENGTHS.length / 2);
  });

  function runIsDone(name: string): boolean {
    return linesOf(project.path(`.contextful/runs/${name}/verdict.json`)) > 0;
  }

  async function kill(running: Running): Promise<void> {
    killGroup(running);
    await running.ended;
  }

  async function expectWhole(resume: readonly string[], lines: number): Promise<void> {
    const ended = await runBuilt([...LONG_RUN, ...resume, '--report', 'resumed.json'], { cwd: project.root });
    expect(ended).toMatchObject({ code: 0 });
    if (lines > HEADER) expect(ended.stderr).toContain('resuming');
    expect(readFileSync(project.path('resumed.json')).equals(whole)).toBe(true);
  }
});
