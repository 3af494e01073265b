// Bundles the product into dist/: the command line, the policy module, help pages, JSON Schemas, licences.
// With --if-stale it does nothing while dist/ is newer than every source file.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './install.mjs';
import { buildPolicyModule } from './policy-module.mjs';
import { thirdPartyNotice } from './third-party.mjs';

const sources = ['bin', 'core', 'spec', 'evals', 'release', 'tui', 'cli', 'scripts', 'package.json'];
const dist = join(root, 'dist');
const stamp = join(dist, 'build.json');

if (!(process.argv.includes('--if-stale') && isFresh())) await buildAll();

async function buildAll() {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, 'schema'), { recursive: true });
  const policy = await buildPolicyModule();
  writeFileSync(join(dist, 'policy.mjs'), policy.text);
  const { metafile } = await build(bundle(policy.digest));
  await writePages();
  writeFileSync(join(dist, 'THIRD-PARTY.txt'), thirdPartyNotice(metafile));
  writeFileSync(stamp, `${JSON.stringify({ policy_module: policy.digest })}\n`);
}

function bundle(policyDigest) {
  return {
    absWorkingDir: root,
    entryPoints: { cli: 'cli/entry.ts', pages: 'cli/pages.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // The engine is a native addon and stays a dependency; it loads on first use.
    external: ['@duckdb/node-api'],
    chunkNames: 'chunk-[hash]',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
    define: { __POLICY_MODULE__: JSON.stringify(policyDigest), 'process.env.NODE_ENV': '"production"' },
  };
}

/** Help pages and schemas come from the same tables that the command line reads. */
async function writePages() {
  const { pages } = await import(pathToFileURL(join(dist, 'pages.mjs')).href);
  for (const { path, text } of pages()) {
    mkdirSync(join(dist, path, '..'), { recursive: true });
    writeFileSync(join(dist, path), text);
  }
  rmSync(join(dist, 'pages.mjs'));
}

function isFresh() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  return sources.every(source => newest(join(root, source)) <= built);
}

function newest(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map(name => newest(join(path, name))));
}
