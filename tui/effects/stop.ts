import { hostname } from 'node:os';
import { isAlive, type LockHolder, readLock } from '../../core/lock.ts';
import { runLockPath } from '../../evals/run/run-directory.ts';
import { refuse } from '../../spec/refusals.ts';
import { runOf } from '../state/relink.ts';
import type { Preview } from '../state/state.ts';
import type { EffectPorts } from './perform.ts';

/** Who would be stopped. Refused in the preview: nobody writes the run, or another machine does. */
export async function planStop(link: string, root: string): Promise<Preview> {
  const run = runOf(link) ?? '';
  const holder = await readLock(runLockPath(root, run));
  const isThere = holder !== undefined && (await isAlive(holder));
  const isHere = holder?.host === hostname();
  return {
    kind: 'stop',
    title: `Stop ${run}`,
    lines:
      holder === undefined || !isThere
        ? []
        : [`process  ${holder.pid}: ${holder.command}`, 'finished cases are kept; it can be resumed'],
    word: null,
    refused: !isThere ? 'no process writes it' : isHere ? null : `it runs on ${holder.host}`,
    token: JSON.stringify([run, holder === undefined ? null : nameOf(holder)]),
    command: null,
  };
}

/** Asks the process group of a run to end. PreviewStale (2) where another process writes it by now, or none. */
export async function stopRun(
  { token }: Preview,
  { root, programs }: Pick<EffectPorts, 'root' | 'programs'>,
): Promise<string> {
  const [run = '', name]: readonly string[] = JSON.parse(token);
  const holder = await readLock(runLockPath(root, run));
  const isSame = holder !== undefined && nameOf(holder) === name && (await isAlive(holder));
  if (!isSame || !programs.terminate(holder.pid)) {
    throw refuse('PreviewStale', {
      message: `run \`${run}\` is no longer written by the process that was shown`,
      facts: { file: runLockPath(root, run) },
    });
  }
  return `asked process ${holder.pid} to end`;
}

/** A pid alone may be another process by now. */
function nameOf({ pid, started, boot }: LockHolder): string {
  return `${pid} ${started} ${boot}`;
}
