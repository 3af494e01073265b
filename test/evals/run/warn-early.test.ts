import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunEvent } from '../../../evals/run/events.ts';
import { digestMemoryPath } from '../../../evals/run/run-directory.ts';
import { runWritten, writeProject } from '../../support/written-project.ts';

const declaration = `[[pipeline.tables]]
name = "kb/odd"
primary_key = ["id"]
[pipeline.tables.policy.zone]
allow = ["local:device"]
`;

let project: ReturnType<typeof writeProject>;
beforeAll(() => {
  project = writeProject({
    declaration,
    rows: { 'kb/odd': [{ id: 'a#1', text: 'lamp oil' }], loose: [{ id: 'x', text: 'wick' }] },
    cases: [{ question: 'lamp oil', artifacts: ['kb/odd#a#1'] }],
  });
});
afterAll(() => project.remove());

function warnings(events: readonly RunEvent[]) {
  return events.flatMap(event => (event.t === 'run.warning' ? [event] : []));
}

describe('evaluate.md 11.3 what a run warns of', () => {
  test('each warning names its place, and what may be done', async () => {
    const events: RunEvent[] = [];
    await runWritten(project.root, { withoutEffect: ['--snapshot'] }, event => events.push(event));
    expect(
      warnings(events).map(({ code, message, place }) => [code, place?.file, place?.line, message]),
    ).toEqual([
      ['NoEffect', undefined, undefined, '--snapshot has no effect in the deterministic tier'],
      [
        'TableUndeclared',
        'evals/corpora/a/rows/loose.jsonl',
        undefined,
        expect.stringContaining('table `loose` has no declaration'),
      ],
      [
        'ReferenceSplit',
        'evals/cases/a.jsonl',
        1,
        'evals/cases/a.jsonl:1: case c1 names "kb/odd#a#1"; was ["kb/odd","a#1"] meant?',
      ],
      ['GoldenRow', 'evals/cases/a.jsonl', 1, expect.stringContaining('expects a row that its corpus lacks')],
    ]);
  });
});

describe('assurance.evaluate.corpus-layout: digests remembered by a run', () => {
  test('a finished run leaves them in the cache, as a document of its own', async () => {
    await runWritten(project.root);
    const memory = JSON.parse(await readFile(digestMemoryPath(project.root), 'utf8'));
    expect(memory.schema).toBe('contextful.eval.digests/1');
    expect(memory.files.map(([, sha256]: [string, string]) => sha256)).toHaveLength(3);
  });
});
