import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The command as a user starts it. */
export const BIN = join(root, 'bin', 'contextful.mjs');

if (!existsSync(join(root, 'dist', 'build.json'))) {
  throw new Error('these tests run the built command, and dist/ is missing: npm run build');
}

export type Ended = {
  /** Null: a signal that the process did not handle ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type Running = { readonly child: ChildProcess; readonly ended: Promise<Ended> };

type Options = {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Node's own flags, before the script. */
  readonly node?: readonly string[];
};

/** Starts the built command in a process group of its own, in an environment that says nothing about this one. */
export function startBuilt(args: readonly string[], { cwd, env = {}, node = [] }: Options): Running {
  const child = spawn(process.execPath, [...node, BIN, ...args], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: cwd, LC_ALL: 'C.UTF-8', ...env },
  });
  const texts = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (part: string) => {
      texts[stream] += part;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => resolve({ code, ...texts }));
  });
  return { child, ended };
}

export function runBuilt(args: readonly string[], options: Options): Promise<Ended> {
  return startBuilt(args, options).ended;
}

/** Sends the whole group a signal that nobody can handle. */
export function killGroup({ child }: Running): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself in the meantime.
  }
}

/** Waits until a journal has that many whole lines, or the process has ended. */
export async function untilLines(
  { child }: Running,
  journal: () => string | undefined,
  lines: number,
): Promise<void> {
  while (child.exitCode === null && child.signalCode === null && linesOf(journal()) < lines) await sleep(1);
}

/** Whole lines of a file; 0 when there is none. */
export function linesOf(path: string | undefined): number {
  if (path === undefined || statSync(path, { throwIfNoEntry: false }) === undefined) return 0;
  let lines = 0;
  for (const byte of readFileSync(path)) lines += byte === 10 ? 1 : 0;
  return lines;
}
