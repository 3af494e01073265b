import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linesOf, type Running, startBuilt } from '../support/built-command.ts';
import { type LongProject, makeLongProject, runNames, writeLines } from '../support/long-project.ts';

const ROWS = 30_000;
const CASES = 64;
const RUN = [
  'eval',
  'run',
  '--goldens',
  'evals/cases/slow.jsonl',
  '--zone',
  'local:device',
  '--threads',
  '1',
];

let project: LongProject;

beforeAll(() => {
  project = makeLongProject();
  // One batch of questions whose words are in all rows: many seconds of one engine statement.
  const words = Array.from({ length: 12 }, (_, n) => `alder${n}`);
  writeLines(
    project.path('evals/corpora/many/rows/kb/many.jsonl'),
    Array.from({ length: ROWS }, (_, n) => ({ doc_id: `r${n}`, body: words.join(' ') })),
  );
  writeLines(
    project.path('evals/cases/slow.jsonl'),
    Array.from({ length: CASES }, (_, n) => ({
      id: `c${n}`,
      corpus: '../corpora/many',
      question: `${words.join(' ')} ${n}`,
    })),
  );
});

afterAll(() => project.remove());

describe('evaluate.md 11.4 the built command in a long engine statement', { timeout: 120_000 }, () => {
  test('the first Ctrl-C stops the statement after its grace and names the command that resumes', async () => {
    const running = startBuilt(RUN, { cwd: project.root });
    const run = await untilReading(running);
    running.child.kill('SIGINT');
    const { code, stderr } = await running.ended;
    expect(code).toBe(130);
    expect(stderr).toContain(`contextful ${RUN.join(' ')} --resume ${run}`);
    // The header alone: the batch was broken off, so it left no line.
    expect(linesOf(project.path(`.contextful/runs/${run}/checkpoint.jsonl`))).toBe(1);
    const events = readFileSync(project.path(`.contextful/runs/${run}/events.jsonl`), 'utf8');
    expect(
      events
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).t)
        .slice(-2),
    ).toEqual(['run.interrupted', 'run.end']);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('the second %s ends it at once with %i', async (signal, exit) => {
    const running = startBuilt(RUN, { cwd: project.root });
    const run = await untilReading(running);
    running.child.kill('SIGINT');
    await new Promise(resolve => setTimeout(resolve, 100));
    running.child.kill(signal);
    const { code, stderr } = await running.ended;
    expect(code).toBe(exit);
    expect(stderr).not.toContain('--resume');
    expect(linesOf(project.path(`.contextful/runs/${run}/checkpoint.jsonl`))).toBe(1);
  });
});

/** Waits until a new run has folded its corpus and so reads its cases; answers its id. */
async function untilReading({ child }: Running): Promise<string> {
  const before = new Set(runNames(project));
  while (child.exitCode === null) {
    await new Promise(resolve => setTimeout(resolve, 20));
    const run = runNames(project).find(name => !before.has(name));
    if (run === undefined) continue;
    const events = project.path(`.contextful/runs/${run}/events.jsonl`);
    if (linesOf(events) > 0 && readFileSync(events, 'utf8').includes('"store.ready"')) return run;
  }
  throw new Error('the run ended before it read a case');
}
