import type { Clock, Timer } from '../core/context.ts';
import type { EndingSignal } from './exit.ts';

/** The part of a writable stream that the command line uses. */
export type OutStream = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string, done: (error?: Error | null) => void) => boolean;
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown;
};

/** Everything that the command line takes from its process; `entry.ts` alone fills it from the real one. */
export type Host = {
  /** Arguments after the program's own name. */
  readonly argv: readonly string[];
  /** The live environment of this process. */
  readonly env: Record<string, string | undefined>;
  readonly cwd: string;
  readonly pid: number;
  readonly platform: string;
  readonly nodeVersion: string;
  readonly threads: number;
  readonly clock: Clock;
  readonly stdout: OutStream;
  readonly stderr: OutStream;
  readonly stdinIsTty: boolean;
  /** One line from stdin, or undefined at its end. */
  readonly readLine: () => Promise<string | undefined>;
  readonly onSignal: (signal: EndingSignal, listener: () => void) => () => void;
  /** Ends the process at once. Only for a second signal. */
  readonly exitNow: (code: number) => void;
  readonly every: (ms: number, action: () => void) => () => void;
  readonly after: Timer;
};

/**
 * Writes whole text and waits until the stream has taken it, so that nothing pends when the process ends. False
 * when the reader has gone (EPIPE); any other fault rejects.
 */
export function writeWhole(stream: OutStream, text: string): Promise<boolean> {
  if (text === '') return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    stream.write(text, error => {
      if (error === undefined || error === null) resolve(true);
      else if ('code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED'))
        resolve(false);
      else reject(error);
    });
  });
}
