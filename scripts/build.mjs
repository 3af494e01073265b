// Bundles the product into dist/: the command line, the policy module, help pages, JSON Schemas, licences.
// With --if-stale it does nothing while dist/ is newer than every source file.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundledEngine } from './bundled-engine.mjs';
import { root } from './install.mjs';
import { buildPolicyModule } from './policy-module.mjs';
import { screenLibrary } from './screen-library.mjs';
import { thirdPartyNotice } from './third-party.mjs';

const sources = ['bin', 'core', 'spec', 'evals', 'release', 'tui', 'cli', 'scripts', 'package.json'];
const dist = join(root, 'dist');
const stamp = join(dist, 'build.json');
/** Built aside and swapped in, so that a command that starts meanwhile finds a whole dist/. */
const aside = join(root, `.dist-${process.pid}`);

if (!(process.argv.includes('--if-stale') && isFresh())) await buildAll();

async function buildAll() {
  try {
    mkdirSync(join(aside, 'schema'), { recursive: true });
    const policy = await buildPolicyModule();
    writeFileSync(join(aside, 'policy.mjs'), policy.text);
    const { metafile } = await build(bundle(policy.digest));
    await writePages();
    writeFileSync(join(aside, 'THIRD-PARTY.txt'), thirdPartyNotice(metafile));
    writeFileSync(join(aside, 'build.json'), `${JSON.stringify({ policy_module: policy.digest })}\n`);
    if (existsSync(dist)) renameSync(dist, `${aside}-old`);
    renameSync(aside, dist);
  } finally {
    rmSync(aside, { recursive: true, force: true });
    rmSync(`${aside}-old`, { recursive: true, force: true });
  }
}

function bundle(policyDigest) {
  return {
    absWorkingDir: root,
    // The screens load when they are drawn: nothing else waits for the UI library.
    entryPoints: { cli: 'cli/entry.ts', pages: 'cli/pages.ts', tui: 'tui/screens/app.tsx' },
    outdir: aside,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Some packages' main entry is a UMD wrapper whose own requires a bundler cannot follow.
    mainFields: ['module', 'main'],
    chunkNames: 'chunk-[hash]',
    legalComments: 'none',
    metafile: true,
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [lateWidths(), bundledEngine(), screenLibrary()],
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
    define: { __POLICY_MODULE__: JSON.stringify(policyDigest), 'process.env.NODE_ENV': '"production"' },
  };
}

/** The tables of emoji take longer to compile than most commands run, and most commands show none. */
function lateWidths() {
  return {
    name: 'late-widths',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^string-width$/ }, ({ kind }) =>
        kind === 'require-call' ? undefined : { path: 'string-width', namespace: 'late' },
      );
      onLoad({ filter: /./, namespace: 'late' }, () => ({
        contents: "export default text => require('string-width').default(text);",
        resolveDir: root,
      }));
    },
  };
}

/** Help pages and schemas come from the same tables that the command line reads. */
async function writePages() {
  const { pages } = await import(pathToFileURL(join(aside, 'pages.mjs')).href);
  for (const { path, text } of pages()) {
    mkdirSync(join(aside, path, '..'), { recursive: true });
    writeFileSync(join(aside, path), text);
  }
  rmSync(join(aside, 'pages.mjs'));
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
