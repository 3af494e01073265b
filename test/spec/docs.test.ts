import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { markdownTable, plain } from '../../scripts/docs/markdown.ts';
import { pages } from '../../scripts/docs/pages.ts';
import { refusals } from '../../spec/refusals.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('generated pages', () => {
  test.each(pages)('$path is what its source makes; else npm run docs', async ({ path, render }) => {
    expect(await readFile(join(root, path), 'utf8')).toBe(await render(root));
  });

  test('docs/refusals.md has one row for each code', async () => {
    const page = await readFile(join(root, 'docs/refusals.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` \| \d+ \| /gm)].map(([, code]) => code);
    expect(rows.toSorted()).toEqual(Object.keys(refusals).toSorted());
  });
});

describe('Markdown of generated pages', () => {
  test('a table is header, rule and rows', () => {
    expect(markdownTable(['a', 'b'], [['1', '2']])).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |\n');
  });

  test('plain text keeps its characters and breaks no cell', () => {
    expect(plain('allow [[x]] <id> a|b *_*')).toBe('allow \\[\\[x\\]\\] \\<id\\> a\\|b \\*\\_\\*');
  });
});
