import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, envValue } from '../../core/context.ts';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import type { Emit, PlannedCell, ReleaseConfig } from '../plan/types.ts';
import { readCargoArtifact } from './cargo-messages.ts';
import { runCargo } from './cargo-run.ts';
import type { CellCommand } from './command.ts';
import { buildRefusal } from './failure.ts';
import { claimTargetFolder } from './target-folder.ts';

export type CompileRequest = {
  readonly root: string;
  readonly config: ReleaseConfig;
  readonly cell: PlannedCell;
  /** With the machine's own folders. */
  readonly command: CellCommand;
  readonly epoch: number;
  /** Cells that build at once. */
  readonly jobs: number;
  readonly secrets: readonly string[];
  readonly graceMs?: number;
};

export type Compiled = {
  /** Absolute, inside the target folder. */
  readonly binary: string;
  readonly size: number;
  readonly targetFolder: string;
};

/**
 * Compiles one cell (release.md 4). Emits cell.started, cell.artifact, cell.log and cell.compiled. A failure is
 * given, not thrown, since other cells go on; the target folder of a failed cell stays.
 */
export async function compileCell(
  request: CompileRequest,
  emit: Emit,
  context: Context,
): Promise<Compiled | Refusal> {
  const { cell, config, root, command } = request;
  const targetFolder = targetFolderOf(root, cell, context);
  await claimTargetFolder(targetFolder);
  const log = `.contextful/release/logs/${cell.id}.log`;
  const errors: string[] = [];
  const tail: string[] = [];
  let binary: string | undefined;
  let done = 0;
  emit({ t: 'cell.started', cell: cell.id, argv: cell.argv });
  const started = context.clock.elapsedMs();
  const end = await runCargo(
    {
      argv: command.argv,
      env: environmentOf(request, targetFolder, context),
      cwd: root,
      timeoutMs: config.build.timeoutS * 1000,
      log: join(root, log),
      secrets: request.secrets,
      graceMs: request.graceMs ?? 10_000,
    },
    {
      stdout: line => {
        const built = readCargoArtifact(line, config.binary);
        if (built === undefined) return;
        done += 1;
        binary = built.binary ?? binary;
        emit({ t: 'cell.artifact', cell: cell.id, crate: built.crate, fresh: built.fresh, done });
      },
      stderr: line => {
        if (/^error/.test(line) && errors.length < MOST_ERRORS) errors.push(line);
        tail.push(line);
        if (tail.length > TAIL_LINES) tail.shift();
        emit({ t: 'cell.log', cell: cell.id, line });
      },
    },
    context,
  );
  if (end.aborted) return refuse('Interrupted', { message: `${cell.id} was interrupted` });
  if (end.exit === 0 && binary !== undefined) {
    const { size } = await stat(binary);
    emit({ t: 'cell.compiled', cell: cell.id, size });
    return { binary, size, targetFolder };
  }
  const seconds = Math.round((context.clock.elapsedMs() - started) / 1000);
  return buildRefusal({
    ...end,
    cell: cell.id,
    target: cell.target,
    argv: cell.argv,
    timeoutS: config.build.timeoutS,
    seconds,
    errors: end.exit === 0 ? [...errors, `error: cargo named no binary ${config.binary}`] : errors,
    tail,
    log,
    targetDir: cell.targetDir,
  });
}

const MOST_ERRORS = 20;
/** Notes that tell a missing tool stand near the end. */
const TAIL_LINES = 400;

export function targetFolderOf(root: string, cell: PlannedCell, context: Context): string {
  const shared = envValue(context, 'CARGO_TARGET_DIR');
  if (shared === undefined) return join(root, '.contextful', 'target', cell.id);
  return join(shared, 'contextful', cell.id);
}

function environmentOf(
  { command, config, epoch, jobs }: CompileRequest,
  targetFolder: string,
  context: Context,
): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(command.env),
    CARGO_TARGET_DIR: targetFolder,
    CARGO_INCREMENTAL: '0',
    CARGO_TERM_COLOR: 'never',
    CARGO_BUILD_JOBS: String(Math.max(1, Math.floor(context.threads / jobs))),
    LC_ALL: 'C.UTF-8',
    ...(config.build.passEpoch ? { SOURCE_DATE_EPOCH: String(epoch) } : {}),
  };
}
