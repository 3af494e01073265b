import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../../support/source-files.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** What opens a case file or turns a line of one into a case. */
const INSIDE = /from '[^']*\/case\/(?:file|read|quick-check|loaded-case)\.ts'/;

describe('assurance.baseline.golden-custody: one loader', () => {
  const sources = sourceFiles(root, ['core', 'spec', 'evals', 'cli']);

  test('no other room reaches past load.ts', () => {
    const outside = sources.filter(({ path }) => !path.startsWith('evals/case/'));
    expect(outside.some(({ text }) => text.includes("/case/load.ts'"))).toBe(true);
    expect(outside.filter(({ text }) => INSIDE.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('within the room load.ts alone opens files', () => {
    const opening = sources.filter(
      ({ path, text }) => path.startsWith('evals/case/') && /from '\.\/file\.ts'/.test(text),
    );
    expect(opening.map(({ path }) => path)).toEqual(['evals/case/load.ts']);
    const touching = sources.filter(
      ({ path, text }) => path.startsWith('evals/case/') && /from 'node:fs/.test(text),
    );
    expect(touching.map(({ path }) => path)).toEqual(['evals/case/file.ts']);
  });
});
