import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPolicyModule } from './policy-module.mjs';

// `npm run goldens` writes what the screens of the terminal UI look like today. Look at the difference before it is
// committed: it is what users will see.
// What the bundler writes into the command.
Object.assign(globalThis, { __POLICY_MODULE__: (await buildPolicyModule()).digest });
const { GOLDEN_SCREENS, goldenStore } = await import('../test/support/tui-goldens.ts');

const folder = fileURLToPath(new URL('../test/fixtures/tui/', import.meta.url));
mkdirSync(folder, { recursive: true });
const store = await goldenStore();
const written = new Set<string>();
for (const screen of GOLDEN_SCREENS) {
  for (const { file, text } of await store.filesOf(screen)) {
    written.add(file);
    const path = `${folder}${file}`;
    if (before(path) === text) continue;
    writeFileSync(path, text);
    console.log(`wrote test/fixtures/tui/${file}`);
  }
}
for (const file of readdirSync(folder)) if (!written.has(file)) rmSync(`${folder}${file}`);
store.remove();

function before(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
