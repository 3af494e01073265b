import type { EndingSignal } from '../../cli/exit.ts';
import type { Host, OutStream } from '../../cli/host.ts';
import { frozenClock } from '../../core/context.ts';
import { parseInstant } from '../../core/time.ts';

export type FakeStream = OutStream & { readonly text: () => string };

export type FakeHost = {
  readonly host: Host;
  readonly out: () => string;
  readonly err: () => string;
  readonly send: (signal: EndingSignal) => void;
  /** Codes of processes that were ended at once. */
  readonly ended: readonly number[];
  /** Lets the timers of `after` fire. */
  readonly expire: () => void;
};

type FakeOptions = {
  readonly argv?: readonly string[];
  readonly cwd?: string;
  readonly env?: Record<string, string | undefined>;
  readonly tty?: boolean;
  readonly answer?: string;
  /** stdout's reader has gone. */
  readonly closed?: boolean;
};

/** A process that a test owns: its streams remember, its signals and timers are fired by hand. */
export function fakeHost(options: FakeOptions = {}): FakeHost {
  const stdout = fakeStream(options.closed === true, options.tty === true);
  const stderr = fakeStream(false, options.tty === true);
  const listeners = new Map<EndingSignal, () => void>();
  const ended: number[] = [];
  const timers: (() => void)[] = [];
  const host: Host = {
    argv: options.argv ?? [],
    env: options.env ?? { LC_ALL: 'C.UTF-8' },
    cwd: options.cwd ?? '/',
    pid: 4711,
    platform: 'test-x64',
    nodeVersion: '20.0.0',
    threads: 2,
    clock: frozenClock(parseInstant('2030-06-01T12:00:00Z') ?? 0n),
    stdout,
    stderr,
    stdinIsTty: options.tty === true,
    readLine: () => Promise.resolve(options.answer),
    onSignal: (signal, listener) => {
      listeners.set(signal, listener);
      return () => listeners.delete(signal);
    },
    exitNow: code => {
      ended.push(code);
    },
    every: () => () => {},
    after: (_ms, action) => {
      timers.push(action);
      return () => timers.splice(timers.indexOf(action), 1);
    },
  };
  return {
    host,
    out: stdout.text,
    err: stderr.text,
    send: signal => listeners.get(signal)?.(),
    ended,
    expire: () => {
      for (const timer of [...timers]) timer();
    },
  };
}

function fakeStream(isClosed: boolean, isTTY: boolean): FakeStream {
  let text = '';
  return {
    isTTY,
    columns: 80,
    on: () => undefined,
    write: (part, done) => {
      if (!isClosed) text += part;
      queueMicrotask(() =>
        done(isClosed ? Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) : null),
      );
      return true;
    },
    text: () => text,
  };
}
