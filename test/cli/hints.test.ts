import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { resolvePath } from '../../cli/lookup.ts';
import { parseLine } from '../../cli/parse.ts';
import { commands } from '../../cli/table.ts';
import { refusals } from '../../spec/refusals.ts';
import { raisedCodes } from '../support/raised-codes.ts';
import { sourceFiles } from '../support/source-files.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('tui-cli.md 2: nothing sends a user to a command that is not there', () => {
  const sources = sourceFiles(ROOT, ['core', 'spec', 'evals', 'cli']);
  const raised = new Set(sources.flatMap(raisedCodes).map(({ code }) => code));

  test.each(
    Object.entries(refusals).filter(([code, { next }]) => raised.has(code) && next.includes('contextful ')),
  )('%s', (_, { next }) => {
    for (const words of commandsIn(next)) expect(isKnown(words), words.join(' ')).toBe(true);
  });

  test('hints in the source', () => {
    const lines = sources
      .filter(({ path }) => /^(cli|evals|core)\//.test(path))
      .flatMap(({ path, text }) => text.split('\n').map(line => ({ path, line })));
    const unknown = lines.flatMap(({ path, line }) =>
      /^\s*(\*|\/\/|\/\*)/.test(line) || /title: /.test(line)
        ? []
        : commandsIn(line)
            .filter(words => !isKnown(words))
            .map(words => [path, ...words]),
    );
    expect(unknown).toEqual([]);
  });

  test('every example of the table is a command line that is taken', async () => {
    for (const { examples } of commands) {
      for (const example of examples) {
        expect((await parseLine(example.split(' ').slice(1), '/')).ok, example).toBe(true);
      }
    }
  });
});

/** The words after each `contextful `, as long as they could name a command. */
function commandsIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/\bcontextful ((?:[a-z]+(?: |\b))+)/g)].map(([, words = '']) =>
    words.trim().split(' '),
  );
}

/** A command of the table, however many words of prose or arguments follow it. */
function isKnown(words: readonly string[]): boolean {
  return words.some((_, i) => resolvePath(words.slice(0, i + 1))?.kind === 'command');
}
