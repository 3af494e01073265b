import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Evaluation } from '../../../evals/run/evaluate.ts';
import { isOfPlan } from '../../../evals/run/run-directory.ts';
import { runWritten, writeProject } from '../../support/written-project.ts';

let project: ReturnType<typeof writeProject>;
let whole: Evaluation;
beforeEach(async () => {
  project = writeProject({
    declaration: '[[pipeline.tables]]\nname = "kb/a"\nprimary_key = ["id"]\n',
    rows: { 'kb/a': [{ id: '1', body: 'alder note' }] },
    cases: [{ question: 'alder', artifacts: ['kb/a#1'] }],
  });
  whole = await runWritten(project.root);
});
afterEach(() => project.remove());

const ENDS = ['results.jsonl', 'report.json', 'verdict.json'] as const;
const header = () => readFileSync(whole.directory.file('checkpoint.jsonl'), 'utf8').split('\n')[0] ?? '';
const file = () => whole.directory.file('checkpoint.jsonl');

/** What a kill may leave behind before the header of the journal is whole. */
const KILLED: readonly (readonly [what: string, leave: () => void])[] = [
  [
    'its folder alone',
    () => {
      rmSync(whole.directory.path, { recursive: true });
      mkdirSync(whole.directory.path);
    },
  ],
  ['its inputs', () => rmSync(file())],
  ['an empty journal', () => writeFileSync(file(), '')],
  ['a torn header', () => writeFileSync(file(), header().slice(0, 40))],
  [
    'a header that is not as it was written',
    () => writeFileSync(file(), `${header().replace('"~"', '"!"')}\n`),
  ],
];

describe('assurance.evaluate.checkpoint: a run that was killed before its header was whole', () => {
  describe.each(KILLED)('leaving %s', (_, leave) => {
    beforeEach(() => {
      for (const name of ENDS) rmSync(whole.directory.file(name));
      leave();
    });

    test.each(['last', 'its id'])('is continued by --resume with %s', async form => {
      const resume = form === 'last' ? form : whole.directory.id;
      const resumed = await runWritten(project.root, { resume });
      expect(resumed.directory.id).toBe(whole.directory.id);
      expect(resumed.report).toEqual(whole.report);
      expect(header()).toContain('"schema":"contextful.eval.checkpoint/1"');
    });

    test('is not taken for a run of another plan', async () => {
      await expect(runWritten(project.root, { resume: 'last', k: 3 })).rejects.toMatchObject({
        code: 'RunNotFound',
      });
      await expect(runWritten(project.root, { resume: whole.directory.id, k: 3 })).rejects.toMatchObject({
        code: 'CheckpointMismatch',
        exit: 4,
        facts: { member: 'plan', was: whole.directory.id },
      });
    });
  });

  test('its id names its plan, whatever number was behind it', () => {
    const plan = `sha256:${'0123456789ab'.padEnd(64, 'c')}` as const;
    expect(isOfPlan('20300601T120000Z-0123456789ab', plan)).toBe(true);
    expect(isOfPlan('20300601T120000Z-0123456789ab-12', plan)).toBe(true);
    expect(isOfPlan('20300601T120000Z-0123456789ac', plan)).toBe(false);
    expect(isOfPlan('0123456789ab', plan)).toBe(false);
  });
});
