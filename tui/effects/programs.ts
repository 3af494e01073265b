import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** Other programs, started by their words; no shell is between. */
export type Programs = {
  /** Gives a program a text on its stdin. False: it is not there, or it failed. */
  readonly feed: (words: readonly string[], text: string) => Promise<boolean>;
  /** Lets a program have the terminal; its exit code, null where it could not start. */
  readonly foreground: (words: readonly string[]) => Promise<number | null>;
  /** Starts a program in a group of its own that outlives us; its streams go to files. Rejects with the system's own error where it can not. */
  readonly background: (words: readonly string[], to: StreamFiles) => Promise<BackgroundProgram>;
  /** Asks a group to end, or the one process that leads none. False: there is none. */
  readonly terminate: (pid: number) => boolean;
};

export type StreamFiles = { readonly stdout: string; readonly stderr: string };

export type BackgroundProgram = {
  readonly pid: number;
  /** Resolves to its exit code when it ends while we are there. */
  readonly ended: Promise<number | null>;
  /** We no longer wait for it when we end. */
  readonly letGo: () => void;
};

const FEED_MS = 3000;

/** cwd: of every program. */
export function realPrograms(cwd: string, env: Readonly<Record<string, string | undefined>>): Programs {
  const start = (words: readonly string[], options: Parameters<typeof spawn>[2]): ChildProcess =>
    spawn(words[0] ?? '', words.slice(1), { cwd, env: { ...env }, ...options });
  return {
    feed: async (words, text) => {
      const child = start(words, { stdio: ['pipe', 'ignore', 'ignore'], timeout: FEED_MS });
      // A program that ends without reading is told by its exit code.
      child.stdin?.on('error', () => {});
      child.stdin?.end(text);
      return (await codeOf(child)) === 0;
    },
    foreground: words => codeOf(start(words, { stdio: 'inherit' })),
    background: async (words, to) => {
      const files = [openSync(to.stdout, 'w', 0o600), openSync(to.stderr, 'w', 0o600)];
      try {
        const child = start(words, { stdio: ['ignore', ...files], detached: true });
        const fault = new Promise<Error>(resolve => child.on('error', resolve));
        const ended = codeOf(child);
        const { pid } = child;
        // Without a pid the system has refused, and says why.
        if (pid === undefined) throw await fault;
        return { pid, ended, letGo: () => child.unref() };
      } finally {
        files.forEach(closeSync);
      }
    },
    terminate: pid => signalled(-pid) || signalled(pid),
  };
}

function codeOf(child: ChildProcess): Promise<number | null> {
  return new Promise(resolve => {
    child.on('error', () => resolve(null));
    child.on('close', code => resolve(code));
  });
}

function signalled(pid: number): boolean {
  try {
    process.kill(pid, 'SIGTERM');
    return true;
  } catch {
    return false;
  }
}
