import { describe, expect, test } from 'vitest';
import { runWritten, writeProject } from '../../support/written-project.ts';

describe('evaluate.md 19 an engine whose memory does not hold the work', () => {
  test('ends the run with the limit and the command that resumes', async () => {
    const project = writeProject({
      declaration: '[[pipeline.tables]]\nname = "kb/a"\nprimary_key = ["id"]\n',
      rows: { 'kb/a': [{ id: '1', body: 'alder note' }] },
      cases: [{ question: 'alder', artifacts: ['kb/a#1'] }],
    });
    try {
      const store = { adapter: 'duckdb', memory: '1MiB', threads: 1 } as const;
      await expect(runWritten(project.root, { store })).rejects.toMatchObject({
        code: 'StoreUnavailable',
        exit: 3,
        message: 'the engine needs more memory than its limit of 1MiB',
        hint: expect.stringMatching(
          /^raise memory in \[eval.store\], then resume: contextful eval run --resume \S+$/,
        ),
      });
    } finally {
      project.remove();
    }
  });
});
