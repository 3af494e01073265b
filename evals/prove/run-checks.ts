import { rm } from 'node:fs/promises';
import { makeFolder } from '../../core/atomic-file.ts';
import type { Context } from '../../core/context.ts';
import type { RunChecks } from '../gate/run-checks.ts';
import type { RunEventBody } from '../run/events.ts';
import type { Checked, Checking } from './check.ts';
import { checkAlso } from './check-also.ts';
import { checkCanary } from './check-canary.ts';
import { checkProve } from './check-prove.ts';
import { checkRepeat } from './check-repeat.ts';

type Phase = Extract<RunEventBody, { t: 'run.progress' }>['phase'];
type Input = Omit<Checking, 'progress'> & {
  readonly context: Context;
  readonly emit: (event: RunEventBody) => void;
};

/**
 * The checks that the request asks for, of a run that is judged (evaluate.md 21.1, 21.2, 21.5, 21.6), one after the
 * other; undefined: none. Nothing of them stays on the disk.
 */
export async function checkRun(input: Input): Promise<RunChecks | undefined> {
  const { also, repeat, prove, canary } = input.prepared.request.checks;
  if (also === null && repeat === null && !prove && !canary) return undefined;
  await makeFolder(input.folder, 0o700);
  try {
    const inPhase = <Result>(phase: Phase, check: (checking: Checking) => Promise<Checked<Result>>) =>
      check({ ...input, progress: progressOf(phase, input) });
    const done = {
      also: also === null ? null : await inPhase('compare', checking => checkAlso(checking, also)),
      repeat: repeat === null ? null : await inPhase('repeat', checking => checkRepeat(checking, repeat)),
      canary: canary ? await inPhase('canary', checkCanary) : null,
      prove: prove ? await inPhase('prove', checkProve) : null,
    };
    const findings = Object.values(done).flatMap(checked => checked?.findings ?? []);
    return {
      ok: findings.length === 0,
      ...(done.also === null ? {} : { also: done.also.result }),
      ...(done.repeat === null ? {} : { repeat: done.repeat.result }),
      ...(done.canary === null ? {} : { canary: done.canary.result }),
      ...(done.prove === null ? {} : { prove: done.prove.result }),
      findings,
    };
  } finally {
    await rm(input.folder, { recursive: true, force: true });
  }
}

function progressOf(phase: Phase, { context, emit }: Input): Checking['progress'] {
  const start = context.clock.elapsedMs();
  return (done, of) =>
    emit({ t: 'run.progress', phase, done, of, elapsed_ms: context.clock.elapsedMs() - start });
}
