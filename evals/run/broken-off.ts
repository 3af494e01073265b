import { relative } from 'node:path';
import type { Context } from '../../core/context.ts';
import { shellLine } from '../../core/shell-quote.ts';
import { type RefusalCode, refuse } from '../../spec/refusals.ts';
import type { RunEventBody } from './events.ts';
import type { PreparedRun } from './prepare.ts';
import type { RunDirectory } from './run-directory.ts';

type Refused = ReturnType<typeof refuse>;

/** The refusal of a run that was stopped from outside; its finished cases are kept. */
export function interrupted(
  prepared: PreparedRun,
  directory: RunDirectory,
  emit: (event: RunEventBody) => void,
): Refused {
  const { selected } = prepared;
  const command = resumeCommand(prepared, directory);
  emit({ t: 'run.interrupted', resume: command });
  return refuse('Interrupted', {
    message: `interrupted before all ${selected.cases.length} cases were read; the finished ones are kept`,
    hint: command,
    facts: { run: directory.id, cases: selected.cases.length },
  });
}

/**
 * What the disk said of a run's files as a refusal: DiskFull (3), or StoreUnavailable (3) where they can not be
 * written. Any other error as it is. directory: of the run, once there is one to resume.
 */
export function diskFault(
  error: unknown,
  prepared: PreparedRun,
  directory: RunDirectory | null,
  { cwd }: Context,
): unknown {
  if (isOutOfMemory(error)) return memoryFault(error, prepared, directory);
  const code = refusalOf(error);
  if (code === undefined || !(error instanceof Error)) return error;
  const { root } = prepared.request;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : (directory?.path ?? root);
  const shown = relative(cwd, path) || '.';
  const again = directory === null ? 'run again' : `resume: ${resumeCommand(prepared, directory)}`;
  return refuse(code, {
    ...(code === 'DiskFull'
      ? { message: `the disk is full: ${shown}`, hint: `free space there, then ${again}` }
      : {
          message: `${shown} can not be written`,
          hint: `give this user the right to write there, then ${again}`,
        }),
    clause: 'assurance.evaluate.checkpoint',
    found: error.message,
    facts: { path: shown, run: directory?.id ?? null },
    cause: error,
  });
}

/** What the engine says when the limit of `[eval.store] memory` does not hold the work. */
function isOutOfMemory(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /Out of Memory Error|could not allocate block|failed to (?:pin block|allocate data)/.test(error.message)
  );
}

function memoryFault(error: Error, prepared: PreparedRun, directory: RunDirectory | null): Refused {
  const { memory } = prepared.request.store;
  const again = directory === null ? 'run again' : `resume: ${resumeCommand(prepared, directory)}`;
  return refuse('StoreUnavailable', {
    message: `the engine needs more memory than its limit of ${memory}`,
    found: error.message.split('\n')[0] ?? '',
    want: 'a limit that holds the corpus and one batch of cases',
    hint: `raise memory in [eval.store], then ${again}`,
    facts: { memory, run: directory?.id ?? null },
    cause: error,
  });
}

const CODES: ReadonlyMap<unknown, RefusalCode> = new Map([
  ['ENOSPC', 'DiskFull'],
  ['EDQUOT', 'DiskFull'],
  ['EFBIG', 'DiskFull'],
  ['EROFS', 'StoreUnavailable'],
  ['EACCES', 'StoreUnavailable'],
  ['EPERM', 'StoreUnavailable'],
  ['EIO', 'StoreUnavailable'],
  ['ENOTDIR', 'StoreUnavailable'],
  ['ENOENT', 'StoreUnavailable'],
  ['EEXIST', 'StoreUnavailable'],
]);

/** An engine passes the system's words on, without its code. */
function refusalOf(error: unknown): RefusalCode | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error) return CODES.get(error.code);
  return /No space left on device/.test(error.message) ? 'DiskFull' : undefined;
}

function resumeCommand({ request }: PreparedRun, { id }: RunDirectory): string {
  const { commandLine, checkpoint, resume } = request;
  const isNamed = checkpoint !== null || resume !== null;
  return shellLine(isNamed ? commandLine : [...commandLine, '--resume', id]);
}
