import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, writeFileAtomic } from '../../core/atomic-file.ts';
import { type Digest, digestOf } from '../../core/digest.ts';
import { formatInstant, type Nanoseconds } from '../../core/time.ts';

/** One run's folder `.contextful/runs/<id>/` and the files in it (evaluate.md 12.1). */
export type RunDirectory = {
  readonly id: string;
  readonly path: string;
  readonly file: (name: RunFile) => string;
};

export type RunFile =
  | 'plan.json'
  | 'cases.jsonl'
  | 'checkpoint.jsonl'
  | 'results.jsonl'
  | 'report.json'
  | 'verdict.json'
  | 'events.jsonl'
  | 'again'
  | 'index'
  | 'logs'
  | 'scratch';

export function runsFolder(root: string): string {
  return join(root, '.contextful', 'runs');
}

export function runDirectory(root: string, id: string): RunDirectory {
  const path = join(runsFolder(root), id);
  return { id, path, file: name => join(path, name) };
}

/**
 * Makes a new run's folder (0700): `<UTC yyyymmddThhmmssZ>-<12 hex of the plan digest>`, with `-2`, `-3`, … when
 * the name is taken.
 */
export async function createRunDirectory(root: string, at: Nanoseconds, plan: Digest): Promise<RunDirectory> {
  await makeFolder(runsFolder(root));
  const stem = `${compactSecond(at)}-${planPart(plan)}`;
  for (let attempt = 1; ; attempt += 1) {
    const directory = runDirectory(root, attempt === 1 ? stem : `${stem}-${attempt}`);
    try {
      await mkdir(directory.path, { mode: 0o700 });
      return directory;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/** Whether a run's id names this plan. */
export function isOfPlan(id: string, plan: Digest): boolean {
  return /^[^-]+-([0-9a-f]{12})(?:-\d+)?$/.exec(id)?.[1] === planPart(plan);
}

function planPart(plan: Digest): string {
  return plan.slice('sha256:'.length, 'sha256:'.length + 12);
}

/** Makes `LATEST` name this run. */
export function pointLatest(root: string, id: string): Promise<void> {
  return writeFileAtomic(join(runsFolder(root), 'LATEST'), `${id}\n`);
}

export async function readLatest(root: string): Promise<string | undefined> {
  const text = await readFile(join(runsFolder(root), 'LATEST'), 'utf8').catch(() => '');
  return text.trim() === '' ? undefined : text.trim();
}

/** Digests of corpus files by their state on the disk; derived, safe to delete. */
export function digestMemoryPath(root: string): string {
  return join(root, '.contextful', 'cache', 'digests.json');
}

export function runLockPath(root: string, id: string): string {
  return join(root, '.contextful', 'locks', `run-${id}.lock`);
}

/** path: of the journal, absolute. */
export function checkpointLockPath(root: string, path: string): string {
  const digest = digestOf(path).slice('sha256:'.length, 'sha256:'.length + 12);
  return join(root, '.contextful', 'locks', `checkpoint-${digest}.lock`);
}

function compactSecond(at: Nanoseconds): string {
  return `${formatInstant(at).slice(0, 19).replaceAll('-', '').replaceAll(':', '')}Z`;
}
