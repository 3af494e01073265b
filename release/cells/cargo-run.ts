import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../core/atomic-file.ts';
import type { Context } from '../../core/context.ts';

export type CargoRequest = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Absolute; the one of before is kept as `.1`. */
  readonly log: string;
  /** Replaced by `***` wherever they appear. */
  readonly secrets: readonly string[];
  /** Time between SIGINT and SIGKILL. */
  readonly graceMs: number;
};

export type CargoEnd = {
  readonly exit: number | undefined;
  readonly signal: string | undefined;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  readonly notStarted: string | undefined;
};

/** Longest line of an event, in characters; the log keeps all. */
const LONGEST_LINE = 64 << 10;

/**
 * Runs cargo without a shell, in a process group of its own, and hands on each line as it comes (release.md 4.7). An
 * abort or the time-out ends the whole group: SIGINT, then SIGKILL. A failing build is a result, not an exception.
 */
export async function runCargo(
  request: CargoRequest,
  on: { readonly stdout: (line: string) => void; readonly stderr: (line: string) => void },
  context: Context,
): Promise<CargoEnd> {
  const [command = 'cargo', ...args] = request.argv;
  await makeFolder(dirname(request.log));
  await rename(request.log, `${request.log}.1`).catch(() => undefined);
  const log = createWriteStream(request.log);
  log.write(`${hide(request.argv.join(' '), request.secrets)}\n`);
  const { execa } = await import('execa');
  const child = execa(command, args, {
    cwd: request.cwd,
    env: request.env,
    extendEnv: false,
    detached: true,
    reject: false,
    buffer: false,
    stdin: 'ignore',
  });
  const stop = groupStopper(child.pid, request.graceMs);
  let timedOut = false;
  const cancel = context.after(request.timeoutMs, () => {
    timedOut = true;
    stop.start();
  });
  context.signal.addEventListener('abort', stop.start);
  if (context.signal.aborted) stop.start();
  const take = async (from: 'stdout' | 'stderr') => {
    for await (const line of child.iterable({ from })) {
      const shown = hide(String(line), request.secrets);
      if (from === 'stderr') log.write(`${shown}\n`);
      on[from](from === 'stdout' ? shown : shown.slice(0, LONGEST_LINE));
    }
  };
  try {
    // Its streams fail with the process; the result below says why.
    await Promise.allSettled([take('stdout'), take('stderr')]);
    const { exitCode, signal, shortMessage } = await child;
    const notStarted = exitCode === undefined && signal === undefined ? shortMessage : undefined;
    return { exit: exitCode, signal, timedOut, aborted: context.signal.aborted, notStarted };
  } finally {
    cancel();
    context.signal.removeEventListener('abort', stop.start);
    stop.end();
    await new Promise<void>(done => log.end(() => done()));
  }
}

/** A group is asked once, then killed; what is left of it when its leader ended is killed at once. */
function groupStopper(pid: number | undefined, graceMs: number) {
  let killer: NodeJS.Timeout | undefined;
  const start = () => {
    signalGroup(pid, 'SIGINT');
    killer ??= setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
  };
  const end = () => {
    clearTimeout(killer);
    signalGroup(pid, 'SIGKILL');
  };
  return { start, end };
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone, which is what was wanted.
  }
}

function hide(line: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '***')), line);
}
