import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import { compareCodePoints } from '../../core/code-points.ts';
import { suggest } from '../../core/suggest.ts';
import { refuse } from '../../spec/refusals.ts';
import { type RunDirectory, readLatest, runDirectory, runsFolder } from './run-directory.ts';
import { appendToRunIndex, indexedSummary, readRunIndex } from './run-index.ts';
import { type RunSummary, summariseRun } from './run-summary.ts';

/** All runs of a project, newest first. Finished ones come from the derived index where it is fresh. */
export async function listRuns(root: string): Promise<readonly RunSummary[]> {
  const index = readRunIndex(root);
  const folder = runsFolder(root);
  const found: RunSummary[] = [];
  const fresh: (readonly [RunDirectory, RunSummary])[] = [];
  for (const id of runIds(root)) {
    const known = indexedSummary(index, id, `${folder}/${id}/verdict.json`);
    if (known !== undefined) {
      found.push(known);
      continue;
    }
    const run = runDirectory(root, id);
    const summary = await summariseRun(root, run);
    fresh.push([run, summary]);
    found.push(summary);
  }
  appendToRunIndex(root, fresh);
  return found;
}

/** Ids of the run directories, newest first: by the second in the id, then by when the directory was made. */
export function runIds(root: string): readonly string[] {
  const folder = runsFolder(root);
  if (!existsSync(folder)) return [];
  const ids = readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? [entry.name] : [],
  );
  const bySecond = new Map<string, string[]>();
  for (const id of ids) bySecond.set(secondOf(id), [...(bySecond.get(secondOf(id)) ?? []), id]);
  return [...bySecond.keys()]
    .sort((a, b) => compareCodePoints(b, a))
    .flatMap(second => newestFirst(root, bySecond.get(second) ?? []));
}

/**
 * The directory that a RUN word names (tui-cli.md 9): an id, a unique prefix of 4 or more characters, `latest`,
 * `latest-red`, `latest-green`, `prev`, or a path of a run directory. RunNotFound or RunAmbiguous (2).
 */
export async function resolveRun(root: string, form: string, cwd: string): Promise<RunDirectory> {
  const ids = runIds(root);
  const exact = ids.includes(form) ? form : undefined;
  const id = exact ?? (await namedRun(root, form, ids)) ?? byPrefix(form, ids);
  if (id !== undefined) return runDirectory(root, id);
  const outside = outsideDirectory(form, cwd);
  if (outside !== undefined) return outside;
  const candidates = [...NAMES, ...ids].filter(name => name !== form);
  throw refuse('RunNotFound', {
    message: `no run is \`${form}\``,
    found: ids.length === 0 ? 'no runs' : `${ids.length} runs, newest ${ids[0]}`,
    want: 'an id, 4 or more of its first characters, latest, latest-red, latest-green, prev or a run directory',
    ...(ids.length === 0 ? { hint: 'contextful eval run makes one' } : {}),
    facts: { run: form, suggestions: ids.length === 0 ? [] : suggest(form, candidates) },
  });
}

const NAMES = ['latest', 'latest-red', 'latest-green', 'prev'];
const MIN_PREFIX = 4;
const SHOWN = 5;

async function namedRun(root: string, form: string, ids: readonly string[]): Promise<string | undefined> {
  if (form === 'latest') return latest(root, ids);
  if (form === 'prev') return ids[ids.indexOf((await latest(root, ids)) ?? '') + 1];
  if (form !== 'latest-red' && form !== 'latest-green') return undefined;
  const verdict = form.slice('latest-'.length);
  return (await listRuns(root)).find(run => run.verdict === verdict)?.id;
}

async function latest(root: string, ids: readonly string[]): Promise<string | undefined> {
  const pointed = await readLatest(root);
  return pointed !== undefined && ids.includes(pointed) ? pointed : ids[0];
}

function byPrefix(form: string, ids: readonly string[]): string | undefined {
  if (form.length < MIN_PREFIX) return undefined;
  const fitting = ids.filter(id => id.startsWith(form));
  if (fitting.length < 2) return fitting[0];
  throw refuse('RunAmbiguous', {
    message: `\`${form}\` begins ${fitting.length} run ids`,
    found: fitting.slice(0, SHOWN).join(', ') + (fitting.length > SHOWN ? ', …' : ''),
    want: 'a beginning that fits one run',
    facts: { run: form, candidates: fitting.slice(0, SHOWN) },
  });
}

/** A run directory anywhere, for instance an artefact that CI left. */
function outsideDirectory(form: string, cwd: string): RunDirectory | undefined {
  const path = isAbsolute(form) ? form : resolve(cwd, form);
  const holdsRun = ['report.json', 'verdict.json', 'plan.json'].some(name => existsSync(resolve(path, name)));
  return holdsRun ? { id: basename(path), path, file: name => resolve(path, name) } : undefined;
}

function secondOf(id: string): string {
  return /^\d{8}T\d{6}Z/.exec(id)?.[0] ?? '';
}

/** Runs of one second have no order in their ids but by their counter. */
function newestFirst(root: string, ids: readonly string[]): readonly string[] {
  if (ids.length < 2) return ids;
  const made = new Map(ids.map(id => [id, statSync(runDirectory(root, id).path).birthtimeMs]));
  return [...ids].sort(
    (a, b) => (made.get(b) ?? 0) - (made.get(a) ?? 0) || counter(b) - counter(a) || compareCodePoints(a, b),
  );
}

function counter(id: string): number {
  return Number(/-(\d+)$/.exec(id.slice(secondOf(id).length + 13))?.[1] ?? 1);
}
