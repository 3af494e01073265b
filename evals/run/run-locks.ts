import { resolve } from 'node:path';
import { type Lock, takeLock } from '../../core/lock.ts';
import { shellLine } from '../../core/shell-quote.ts';
import type { RunEventBody } from './events.ts';
import type { EvaluationRequest } from './request.ts';
import { checkpointLockPath, runLockPath } from './run-directory.ts';

type Emit = (event: RunEventBody) => void;

/**
 * Holds the journal that `--checkpoint` names before it is read, so that two runs never write one. Refuses StoreBusy
 * (3) while another run holds it. Null: the journal lies in the run's own directory.
 */
export async function lockCheckpoint(
  request: EvaluationRequest,
  cwd: string,
  emit: Emit,
): Promise<Lock | null> {
  if (request.checkpoint === null) return null;
  return take(checkpointLockPath(request.root, resolve(cwd, request.checkpoint)), request, emit);
}

/** Holds a run's directory. Refuses StoreBusy (3) while another process runs it. */
export function lockRun(request: EvaluationRequest, id: string, emit: Emit): Promise<Lock> {
  return take(runLockPath(request.root, id), request, emit);
}

async function take(path: string, { pid, commandLine }: EvaluationRequest, emit: Emit): Promise<Lock> {
  const lock = await takeLock(path, pid, shellLine(commandLine));
  if (lock.tookOver !== undefined) {
    const { pid: dead, command } = lock.tookOver;
    const message = `took over the lock of process ${dead}, which has ended (${command})`;
    emit({ t: 'run.warning', code: 'LockTakenOver', message, facts: { pid: dead, command } });
  }
  return lock;
}
