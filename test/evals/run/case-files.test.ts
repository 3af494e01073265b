import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseFilesOfReport, plannedFiles } from '../../../evals/run/case-files.ts';
import type { EvaluationRequest } from '../../../evals/run/request.ts';
import { openRun } from '../../../evals/run-store/open-run.ts';
import { runWritten, WRITTEN_CASES, writeProject } from '../../support/written-project.ts';

const LATER = 'evals/cases/z.jsonl';
const asking = (question: string, tags: readonly string[] = []) => ({ question, tags, artifacts: ['t#a'] });

let project: ReturnType<typeof writeProject>;
beforeAll(() => {
  project = writeProject({
    declaration:
      '[[pipeline.tables]]\nname = "t"\nprimary_key = ["id"]\n[pipeline.tables.policy.zone]\nallow = ["local:device"]\n',
    rows: { t: [{ id: 'a', text: 'lamp oil' }] },
    cases: [asking('lamp oil', ['light']), asking('oil')],
  });
  const other = (id: string, tags: readonly string[]) =>
    JSON.stringify({
      id,
      corpus: '../corpora/a',
      question: 'lamp',
      tags,
      expected: { artifacts: ['t#a'] },
    });
  writeFileSync(join(project.root, LATER), `\n${other('z1', [])}\n${other('z2', ['light'])}\n`);
});
afterAll(() => project.remove());

/** Case and `file:line` of each, as a stored run tells them. */
async function placesOf(changes: Partial<EvaluationRequest>): Promise<readonly string[]> {
  const { directory } = await runWritten(project.root, changes);
  const reader = await openRun(directory);
  try {
    const lines = reader.numbers('line');
    return Array.from(
      { length: reader.count },
      (_, i) => `${reader.idOf(i)} ${reader.caseFileOf(i)}:${lines[i]}`,
    );
  } finally {
    reader.close();
  }
}

describe('evaluate.md 12.1 a stored run tells the file of each case', () => {
  const goldens = [LATER, WRITTEN_CASES];

  test('of one file', async () => {
    expect(await placesOf({})).toEqual([`c1 ${WRITTEN_CASES}:1`, `c2 ${WRITTEN_CASES}:2`]);
  });

  test('of several, in the order in which they were named', async () => {
    expect(await placesOf({ goldens })).toEqual([
      `z1 ${LATER}:2`,
      `z2 ${LATER}:3`,
      `c1 ${WRITTEN_CASES}:1`,
      `c2 ${WRITTEN_CASES}:2`,
    ]);
  });

  test('of several of which a part was asked', async () => {
    expect(await placesOf({ goldens, filter: { kind: 'tag', tag: 'light' } })).toEqual([
      `z2 ${LATER}:3`,
      `c1 ${WRITTEN_CASES}:1`,
    ]);
    expect(await placesOf({ goldens, filter: { kind: 'id', id: 'c2' } })).toEqual([`c2 ${WRITTEN_CASES}:2`]);
  });

  test('its cases.jsonl has a line for each case and no other', async () => {
    const { directory } = await runWritten(project.root, { goldens });
    const lines = readFileSync(directory.file('cases.jsonl'), 'utf8').split('\n');
    expect(lines.map(line => (line === '' ? '' : JSON.parse(line).id))).toEqual(['z1', 'z2', 'c1', 'c2', '']);
  });
});

describe('plannedFiles', () => {
  const plan = (...files: readonly { readonly path: string; readonly n?: number }[]) => ({
    cases: { files },
  });

  test('a plan that does not count its cases tells the file where there is one', () => {
    const [one, two] = [plannedFiles(plan({ path: 'a' })), plannedFiles(plan({ path: 'a' }, { path: 'b' }))];
    expect([one.fileOf(7), two.fileOf(0), two.names]).toEqual(['a', undefined, ['a', 'b']]);
  });

  test('a case behind the last counted one has no file', () => {
    const { fileOf } = plannedFiles(plan({ path: 'a', n: 1 }, { path: 'b', n: 2 }));
    expect([0, 1, 2, 3].map(fileOf)).toEqual(['a', 'b', 'b', undefined]);
  });

  test.each([null, {}, { cases: 1 }, { cases: { files: [{}] } }])('%j names none', document => {
    expect(plannedFiles(document)).toMatchObject({ names: [] });
    expect(plannedFiles(document).fileOf(0)).toBeUndefined();
  });

  test('a report with its plan places each case', () => {
    const planned = plannedFiles(plan({ path: 'a', n: 1 }, { path: 'b', n: 1 }));
    const { placeOf } = caseFilesOfReport(planned, [{ id: 'x' }, { id: 'y' }]);
    expect([placeOf({ id: 'y', line: 4 }), placeOf({ id: 'gone', line: 5 })]).toEqual(['b:4', 'line 5']);
  });
});
