import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { caseFile } from './case-data.ts';
import { corpusFolder, TABLE } from './data.ts';
import type { Place } from './harness.ts';
import { runToEnd } from './process.ts';

/** Verdicts of either colour. */
export const JUDGED = [0, 1];

export function program({ root }: Place): string {
  return join(root, 'bin', 'contextful.mjs');
}

/** Our own corpus, cases, baseline and floors, apart from the checkout, without runs. */
export function nativeProject({ root, work }: Place): string {
  const folder = join(work, 'native');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'evals'), { recursive: true });
  cpSync(join(root, 'contextful.toml'), join(folder, 'contextful.toml'));
  for (const name of ['cases', 'corpora', 'baselines']) {
    const from = join(root, 'evals', name);
    if (existsSync(from)) cpSync(from, join(folder, 'evals', name), { recursive: true });
  }
  return folder;
}

/** A project around the generated files themselves, so that any of them can be named. */
export function openProject({ work }: Place): string {
  writeFileSync(join(work, 'contextful.toml'), 'version = 1\n');
  return work;
}

/** A project with one case over a corpus of so many rows. */
export function corpusProject(
  place: Place,
  rows: number,
): { readonly folder: string; readonly cases: string } {
  const corpus = corpusFolder(place.work, rows);
  const cases = join(place.work, 'goldens', `one-case-${rows}.jsonl`);
  mkdirSync(dirname(cases), { recursive: true });
  const [question, artifacts] = ['words', [`${TABLE}#a-1`]];
  const line = { id: 'one', corpus: `../${basename(corpus)}`, question, expected: { artifacts } };
  writeFileSync(cases, `${JSON.stringify(line)}\n`);
  return { folder: openProject(place), cases };
}

/** A project whose runs folder holds so many finished runs: one that was run, and its copies. */
export async function runsProject(place: Place, runs: number): Promise<string> {
  const folder = join(place.work, `runs-${runs}`);
  rmSync(folder, { recursive: true, force: true });
  const cases = relative(folder, caseFile(folder, 3));
  writeFileSync(join(folder, 'contextful.toml'), 'version = 1\n');
  const line = ['eval', 'run', '--goldens', cases, '--zone', 'local:device'];
  await runToEnd([program(place), ...line], { cwd: folder, allowed: JUDGED });
  const all = join(folder, '.contextful', 'runs');
  const run = readdirSync(all).find(name => /^\d{8}T/.test(name)) ?? '';
  for (let i = 1; i < runs; i += 1) {
    const second = new Date(Date.UTC(2030, 0, 1) + i * 60_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    cpSync(join(all, run), join(all, `${second}-${i.toString(16).padStart(12, '0')}`), { recursive: true });
  }
  return folder;
}
