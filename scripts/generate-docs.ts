import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pages } from './docs/pages.ts';

// `npm run docs` writes the generated pages; with `-- --check` it writes nothing and ends with 1 when a
// committed page differs from its source.
const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');

for (const { path, render } of pages) {
  const text = await render(root);
  const before = await readFile(join(root, path), 'utf8').catch(() => undefined);
  if (text === before) continue;
  if (check) {
    console.error(`${path} differs from its source: npm run docs`);
    process.exitCode = 1;
  } else {
    await writeFile(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}
