import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../core/atomic-file.ts';
import { takeLock } from '../../core/lock.ts';
import { type Nanoseconds, parseInstant } from '../../core/time.ts';
import { type RunDirectory, readLatest, runDirectory, runLockPath } from './run-directory.ts';
import { isLive, type RunSummary } from './run-summary.ts';
import { listRuns } from './runs.ts';

/**
 * Which runs may go: those behind the newest `keep`, and older than `olderThanMs`; at least one of these is given.
 * interrupted: also runs that could be resumed.
 */
export type PruneRule = {
  readonly keep: number | undefined;
  readonly olderThanMs: number | undefined;
  readonly interrupted: boolean;
};

export type PrunePlan = {
  readonly remove: readonly { readonly id: string; readonly bytes: number; readonly state: string }[];
  /** Runs that the rule would take and something protects. */
  readonly spared: readonly { readonly id: string; readonly why: string }[];
  readonly bytes: number;
};

/**
 * Plans what goes (tui-cli.md 9). Live, pinned and baseline-named runs stay, and so do the newest, the newest green
 * and the newest red one, and unless the rule takes them those that can be resumed. `baselines` is the folder whose files may name runs.
 */
export async function planPrune(
  root: string,
  rule: PruneRule,
  now: Nanoseconds,
  baselines: string,
): Promise<PrunePlan> {
  const runs = await listRuns(root);
  const named = textBelow(baselines);
  const fixed = await newestOfEach(root, runs);
  const remove: PrunePlan['remove'][number][] = [];
  const spared: { id: string; why: string }[] = [];
  for (const run of runs.filter((candidate, place) => isTaken(candidate, place, rule, now))) {
    const isKept = run.state === 'interrupted' && !rule.interrupted;
    const resumable = isKept ? 'interrupted, can be resumed' : undefined;
    const why = fixed.get(run.id) ?? (await protection(root, run.id, named)) ?? resumable;
    if (why === undefined) remove.push({ id: run.id, bytes: run.bytes, state: run.state });
    else spared.push({ id: run.id, why });
  }
  return { remove, spared, bytes: remove.reduce((sum, run) => sum + run.bytes, 0) };
}

/**
 * Removes the runs of a plan, each renamed into `.contextful/trash/` first: a crash leaves whole runs or rubbish in
 * the trash, which the next prune sweeps. A run that came to life since the plan stays. Returns the removed ids.
 */
export async function executePrune(
  root: string,
  plan: PrunePlan,
  signal: AbortSignal,
  pid: number,
): Promise<readonly string[]> {
  const trash = join(root, '.contextful', 'trash');
  await makeFolder(trash);
  const removed: string[] = [];
  for (const { id } of plan.remove) {
    if (signal.aborted) break;
    if (isPinned(runDirectory(root, id)) || (await isLive(root, id))) continue;
    // Held while it moves, so that no run resumes in it meanwhile.
    const lock = await takeLock(runLockPath(root, id), pid, 'contextful runs prune');
    await rm(join(trash, id), { recursive: true, force: true });
    await rename(runDirectory(root, id).path, join(trash, id));
    await lock.release();
    removed.push(id);
  }
  await rm(trash, { recursive: true, force: true });
  return removed;
}

/** The file whose presence keeps a run from being pruned. */
export function pinPath(run: RunDirectory): string {
  return join(run.path, '.pin');
}

export function isPinned(run: RunDirectory): boolean {
  return existsSync(pinPath(run));
}

function isTaken(
  run: RunSummary,
  place: number,
  { keep, olderThanMs }: PruneRule,
  now: Nanoseconds,
): boolean {
  if (keep !== undefined && place < keep) return false;
  if (olderThanMs === undefined) return true;
  const started = run.started === null ? undefined : parseInstant(run.started);
  return started !== undefined && now - started > BigInt(Math.round(olderThanMs)) * 1_000_000n;
}

async function newestOfEach(root: string, runs: readonly RunSummary[]): Promise<ReadonlyMap<string, string>> {
  const fixed = new Map<string, string>();
  const fix = (id: string | undefined, why: string): void => {
    if (id !== undefined && !fixed.has(id)) fixed.set(id, why);
  };
  fix(runs[0]?.id, 'newest');
  fix(await readLatest(root), 'latest');
  fix(runs.find(run => run.verdict === 'green')?.id, 'newest green');
  fix(runs.find(run => run.verdict === 'red')?.id, 'newest red');
  return fixed;
}

async function protection(root: string, id: string, named: string): Promise<string | undefined> {
  if (isPinned(runDirectory(root, id))) return 'pinned';
  if (named.includes(id)) return 'named by a baseline';
  return (await isLive(root, id)) ? 'running' : undefined;
}

function textBelow(folder: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && /\.jsonl?$/.test(entry.name))
    .map(entry => readFileSync(join(folder, entry.name), 'utf8'))
    .join('\n');
}
