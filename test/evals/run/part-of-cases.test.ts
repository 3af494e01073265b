import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EvaluationRequest } from '../../../evals/run/request.ts';
import { selectionText } from '../../../evals/run/selection.ts';
import { runWritten, writeProject } from '../../support/written-project.ts';

const declaration = `[[pipeline.tables]]
name = "t"
primary_key = ["id"]
columns = { id = "string", text = "string" }
[pipeline.tables.policy.zone]
allow = ["local:device"]
`;

let project: ReturnType<typeof writeProject>;
beforeAll(async () => {
  project = writeProject({
    declaration,
    rows: {
      t: [
        { id: 'a', text: 'lamp oil' },
        { id: 'b', text: 'rope walk' },
      ],
    },
    cases: [
      { question: 'lamp oil', artifacts: ['t#a'], tags: ['light'] },
      { question: 'rope walk', artifacts: ['t#a'], tags: ['wrong'] },
      { question: 'rope walk', artifacts: ['t#b'] },
    ],
  });
  await runWritten(project.root);
});
afterAll(() => project.remove());

const idsOf = async (changes: Partial<EvaluationRequest>) => {
  const { report } = await runWritten(project.root, changes);
  return { ids: Array.from(report.cases, ({ id }) => id), partial: report.partial };
};

describe('evaluate.md 2 a part of the cases', () => {
  test.each<[string, Partial<EvaluationRequest>, string[]]>([
    ['by tag', { filter: { kind: 'tag', tag: 'light' } }, ['c1']],
    ['by id', { filter: { kind: 'id', id: 'c3' } }, ['c3']],
    ['the first two', { limit: 2 }, ['c1', 'c2']],
  ])('%s', async (_what, changes, ids) => {
    expect(await idsOf(changes)).toEqual({ ids, partial: true });
  });

  test('those that a file names: a part of another run, though it be all of its cases', async () => {
    const file = join(project.root, 'selection.json');
    writeFileSync(file, selectionText('20300501T000000Z-000000000000', ['c3', 'c1', 'gone']));
    expect(await idsOf({ filter: { kind: 'ids', file } })).toEqual({ ids: ['c1', 'c3'], partial: true });
    writeFileSync(file, selectionText('20300501T000000Z-000000000000', ['c1', 'c2', 'c3']));
    expect((await idsOf({ filter: { kind: 'ids', file } })).partial).toBe(true);
  });

  test.each(['', '{"ids":["c1"]}', '{"schema":"contextful.eval.selection/1","ids":"c1","run":"r"}'])(
    'a file with %s is refused',
    async text => {
      const file = join(project.root, 'selection.json');
      writeFileSync(file, text);
      await expect(idsOf({ filter: { kind: 'ids', file } })).rejects.toMatchObject({ code: 'UsageBadValue' });
    },
  );

  test('those that failed in the newest run with a report', async () => {
    await runWritten(project.root);
    expect(await idsOf({ filter: { kind: 'outcome', outcome: 'fail' } })).toEqual({
      ids: ['c2'],
      partial: true,
    });
  });

  test('a filter that takes every case makes a whole run', async () => {
    expect(await idsOf({ limit: 3 })).toEqual({ ids: ['c1', 'c2', 'c3'], partial: undefined });
  });

  test('no case left refuses', async () => {
    await expect(idsOf({ filter: { kind: 'tag', tag: 'none' } })).rejects.toMatchObject({
      code: 'UsageBadValue',
      message: '--only leaves no case',
    });
  });

  test('a project floor that no case of the part reaches says nothing; of the whole set it refuses', async () => {
    const floors = [
      {
        entry: { path: 'slices.light.r_precision', at_least: 1 },
        place: { file: 'contextful.toml', line: 3 },
      },
      {
        entry: { path: 'slices.gone.r_precision', at_least: 1 },
        place: { file: 'contextful.toml', line: 6 },
      },
    ];
    const { verdict } = await runWritten(project.root, { floors, filter: { kind: 'tag', tag: 'light' } });
    expect(
      verdict.floors?.checks.filter(({ source }) => source === 'project').map(({ path }) => path),
    ).toEqual(['slices.light.r_precision.mean']);
    await expect(idsOf({ floors })).rejects.toMatchObject({ code: 'EvalFloorUnresolved' });
  });
});
