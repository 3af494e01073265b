// Builds the product and the measurements, so that neither side is timed through a loader, and runs them.
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundledEngine } from '../scripts/bundled-engine.mjs';
import { installDependencies, root, run } from '../scripts/install.mjs';
import { buildPolicyModule } from '../scripts/policy-module.mjs';

const bench = fileURLToPath(new URL('.', import.meta.url));
const out = `${bench}.work/build`;

installDependencies();
if (run('node', ['scripts/build.mjs', '--if-stale']) !== 0) process.exit(1);
if (existsSync(out)) rmSync(out, { recursive: true });
const { digest } = await buildPolicyModule();
await build({
  absWorkingDir: bench,
  entryPoints: { main: 'main.ts', worker: 'worker.ts', 'naive-list': 'tui/naive-list.tsx' },
  jsx: 'automatic',
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  // Native addons stay where they are installed, ours and the peers'.
  external: ['better-sqlite3', 'sqlite-vec', '@lydell/node-pty', 'ink', 'react'],
  plugins: [bundledEngine()],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
  define: { __POLICY_MODULE__: JSON.stringify(digest) },
  logLevel: 'warning',
});
process.env.NODE_ENV = 'production';
const { main } = await import(pathToFileURL(`${out}/main.mjs`).href);
process.exitCode = await main({ root, bench, words: process.argv.slice(2) });
