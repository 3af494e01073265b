import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isatty } from 'node:tty';
import { divertConsole } from './terminal/console-log.ts';
import type { TuiHost } from './terminal/host.ts';
import { restoreSequence } from './terminal/modes.ts';

/**
 * The process that the interface runs in for the project at `root`, or undefined where stdin or stdout is no terminal. Beside the command
 * line's own edge this is the only place that touches the process.
 */
export function terminalHost(root: string): TuiHost | undefined {
  if (!isatty(0) || !isatty(1)) return undefined;
  const { stdin, stdout } = process;
  return {
    stdin,
    stdout,
    write: text => {
      stdout.write(text);
    },
    writeNow,
    // A Windows console scrolls when its last cell is written.
    spareRows: process.platform === 'win32' ? 1 : 0,
    after: (ms, action) => {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
    onExit: listener => on('exit', listener),
    onFault: listener => on('uncaughtException', listener),
    onContinue: listener => on('SIGCONT', listener),
    stop,
    refreshSize: () => {
      // Streams read their size when the window changes; while we were stopped nobody told us.
      process.emit('SIGWINCH', 'SIGWINCH');
    },
    divertConsole: () => divertConsole({ console, process }, join(root, '.contextful', 'tui', 'log.txt')),
  };
}

/** Stdin as lines and stdout as text, for the mode that needs no terminal. `close` lets the process end. */
export function lineHost(): LineHost {
  const { stdin, stdout } = process;
  const lines = createInterface({ input: stdin, terminal: false, crlfDelay: Number.POSITIVE_INFINITY });
  return {
    lines,
    piped: !isatty(0),
    write: text =>
      new Promise((resolve, reject) => {
        stdout.write(text, error => {
          if (error === undefined || error === null) resolve(true);
          else if ('code' in error && error.code === 'EPIPE') resolve(false);
          else reject(error);
        });
      }),
    close: () => {
      lines.close();
      stdin.unref();
    },
  };
}

export type LineHost = {
  readonly lines: AsyncIterable<string>;
  /** Nobody sees what is typed. */
  readonly piped: boolean;
  /** False: nobody reads any more. */
  readonly write: (text: string) => Promise<boolean>;
  readonly close: () => void;
};

/** The words that start this very program. */
export function ownProgram(): readonly string[] {
  return [process.execPath, ...process.execArgv, process.argv[1] ?? ''];
}

/** After a `kill -9` (tui-cli.md 12): gives back the terminal that nobody could. False: there is none. */
export function restoreTerminal(): boolean {
  if (!isatty(0) || !isatty(1)) return false;
  writeNow(restoreSequence);
  spawnSync('stty', ['sane'], { stdio: ['inherit', 'inherit', 'ignore'] });
  return true;
}

function on(event: 'exit' | 'uncaughtException' | 'SIGCONT', listener: (value: unknown) => void): () => void {
  process.on(event, listener);
  return () => process.off(event, listener);
}

/** A terminal that is slow may refuse for a moment; one that is gone fails for good. */
function writeNow(text: string): void {
  let bytes = Buffer.from(text);
  for (let tries = 0; bytes.length > 0; ) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      tries += 1;
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN') || tries > MOST_TRIES)
        throw error;
      Atomics.wait(NEVER, 0, 0, RETRY_MS);
    }
  }
}

const NEVER = new Int32Array(new SharedArrayBuffer(4));
const RETRY_MS = 5;
const MOST_TRIES = 200;

/** Nobody may be there who could stop the group (a session without a shell): then it goes on by itself. */
const IGNORED_MS = 250;

function stop(): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(go, IGNORED_MS);
    const off = on('SIGCONT', go);
    function go(): void {
      clearTimeout(timer);
      off();
      resolve();
    }
    process.kill(0, 'SIGTSTP');
  });
}
