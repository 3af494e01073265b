import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import { formatInstant } from '../../core/time.ts';
import { refuse } from '../../spec/refusals.ts';
import { policyModule } from '../policy/index.ts';
import {
  CHECKPOINT_SCHEMA,
  type CheckpointContent,
  EMPTY_CHECKPOINT,
  inspectCheckpoint,
  requireSameRun,
} from './checkpoint.ts';
import { planDigest, rankingOf } from './plan.ts';
import type { PreparedRun } from './prepare.ts';
import { isOfPlan, type RunDirectory, runDirectory } from './run-directory.ts';
import { runIds } from './runs.ts';

/** Where the journal of a run lies and what it holds; directory: the run that is continued, if one is. */
export type FoundCheckpoint = {
  readonly path: string | null;
  readonly content: CheckpointContent;
  readonly directory: RunDirectory | null;
};

/** The header of a run's journal: everything that a continuing run must share (evaluate.md 12.2). */
export function checkpointHeader(prepared: PreparedRun): JsonObject {
  const { request, stamp, session, surface } = prepared;
  return {
    schema: CHECKPOINT_SCHEMA,
    plan: planDigest(prepared),
    run: stamp,
    landed_at: formatInstant(request.landedAt),
    zone: session.zone,
    agent: session.agent,
    policy_module: policyModule(),
    ranking: rankingOf(request),
    retriever: 'engine',
    legs: surface.legs,
    edge_legs: surface.edgeLegs,
    context_window: request.contextWindow,
    shard: null,
  };
}

/**
 * Finds and reads the journal that `--checkpoint` or `--resume` names; changes nothing. Refuses
 * CheckpointCorrupt, CheckpointMismatch, CheckpointCaseUnknown, RunNotFound.
 */
export async function findCheckpoint(prepared: PreparedRun, cwd: string): Promise<FoundCheckpoint> {
  const { checkpoint, resume, root } = prepared.request;
  if (checkpoint !== null) {
    const content = await inspectCheckpoint(resolve(cwd, checkpoint));
    requireOwn(checkpoint, content, prepared);
    return { path: resolve(cwd, checkpoint), content, directory: null };
  }
  if (resume === null) return { path: null, content: EMPTY_CHECKPOINT, directory: null };
  const directory = resume === 'last' ? await lastUnfinished(prepared) : await namedRun(root, resume);
  const path = directory.file('checkpoint.jsonl');
  const content = await inspectCheckpoint(path);
  if (content.header === undefined) requireOwnDirectory(directory, prepared);
  requireOwn(path, content, prepared);
  return { path, content, directory };
}

/** The same under its lock: read again when another run went on with it after it was found. */
export async function foundAgain(found: FoundCheckpoint): Promise<FoundCheckpoint> {
  const { path, content } = found;
  if (path === null) return found;
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  const isSame = size === content.goodBytes + content.tornBytes;
  return isSame ? found : { ...found, content: await inspectCheckpoint(path) };
}

function requireOwn(file: string, { header, ids }: CheckpointContent, prepared: PreparedRun): void {
  if (header === undefined) return;
  requireSameRun(file, header, checkpointHeader(prepared));
  const known = new Map(prepared.selected.cases.map(loaded => [loaded.case.id, loaded.ordinal]));
  for (const [id, ordinal] of ids) {
    if (known.get(id) === ordinal) continue;
    throw refuse('CheckpointCaseUnknown', {
      message: `the journal holds case \`${id}\`, which the case files do not have at that place`,
      place: { file },
      found: id,
      want: 'ids of the case files',
      facts: { id },
    });
  }
}

/** A run that was killed before its header was whole is known by its id, which names its plan (evaluate.md 12.3). */
function requireOwnDirectory({ id, path }: RunDirectory, prepared: PreparedRun): void {
  const plan = planDigest(prepared);
  if (isOfPlan(id, plan)) return;
  throw refuse('CheckpointMismatch', {
    message: `run \`${id}\` has another plan and no journal yet`,
    place: { file: path, path: 'plan' },
    found: id,
    want: plan,
    hint: 'start a new run: leave --resume out',
    facts: { member: 'plan', was: id, is: plan },
  });
}

async function namedRun(root: string, id: string): Promise<RunDirectory> {
  const directory = runDirectory(root, id);
  const isRun = /^[0-9A-Za-z-]+$/.test(id) && (await isFolder(directory.path));
  if (!isRun) {
    throw refuse('RunNotFound', { message: `there is no run \`${id}\``, found: id, facts: { run: id } });
  }
  if (await isFile(directory.file('verdict.json'))) {
    throw refuse('RunNotFound', {
      message: `run \`${id}\` is finished; there is nothing to resume`,
      found: 'a verdict',
      want: 'an unfinished run',
      facts: { run: id },
    });
  }
  return directory;
}

async function lastUnfinished(prepared: PreparedRun): Promise<RunDirectory> {
  const { root } = prepared.request;
  const plan = planDigest(prepared);
  for (const id of runIds(root)) {
    const directory = runDirectory(root, id);
    if (await isFile(directory.file('verdict.json'))) continue;
    const { header } = await inspectCheckpoint(directory.file('checkpoint.jsonl'));
    if (header === undefined ? isOfPlan(id, plan) : header['plan'] === plan) return directory;
  }
  throw refuse('RunNotFound', {
    message: 'no unfinished run has this plan',
    want: 'a run that was interrupted under the same cases, corpora and settings',
    hint: 'start a new run: leave --resume out',
  });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}
