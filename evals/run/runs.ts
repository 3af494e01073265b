import { existsSync, readdirSync, statSync } from 'node:fs';
import { compareCodePoints } from '../../core/code-points.ts';
import { type RunDirectory, runDirectory, runsFolder } from './run-directory.ts';
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
