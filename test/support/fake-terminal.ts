import { EventEmitter } from 'node:events';
import type { TuiHost } from '../../tui/terminal/host.ts';
import { fakeTimer } from './fake-timer.ts';

export type FakeTerminal = {
  readonly host: TuiHost;
  /** Everything written, and `raw on`, `raw off` in between in brackets. */
  readonly output: () => string;
  readonly type: (bytes: string) => void;
  readonly pass: (ms: number) => void;
  /** As when the process ends without a word. */
  readonly exit: () => void;
  readonly fault: (error: unknown) => void;
  readonly listeners: () => number;
};

/** A terminal in memory, for what no real one can be made to do. */
export function fakeTerminal(change: Partial<TuiHost> = {}): FakeTerminal {
  const stdin = new EventEmitter();
  const stdout = new EventEmitter();
  const process = new EventEmitter();
  const timer = fakeTimer();
  let output = '';
  const write = (text: string): void => {
    output += text;
  };
  const on = (event: string) => (listener: (value: unknown) => void) => {
    process.on(event, listener);
    return () => process.off(event, listener);
  };
  const host: TuiHost = {
    stdin: {
      on: (event, listener) => stdin.on(event, listener),
      off: (event, listener) => stdin.off(event, listener),
      setRawMode: raw => write(raw ? '[raw on]' : '[raw off]'),
      resume: () => {},
      pause: () => {},
    },
    stdout: {
      columns: 80,
      rows: 24,
      on: (event, listener) => stdout.on(event, listener),
      off: (event, listener) => stdout.off(event, listener),
    },
    write,
    writeNow: write,
    spareRows: 0,
    after: timer.after,
    onExit: on('exit'),
    onFault: on('fault'),
    onContinue: on('continue'),
    stop: async () => {},
    refreshSize: () => {},
    divertConsole: () => () => {},
    ...change,
  };
  return {
    host,
    output: () => output,
    type: bytes => stdin.emit('data', Buffer.from(bytes)),
    pass: timer.pass,
    exit: () => process.emit('exit'),
    fault: error => process.emit('fault', error),
    listeners: () =>
      [stdin, stdout, process].reduce(
        (sum, one) => sum + one.eventNames().reduce((count, name) => count + one.listenerCount(name), 0),
        0,
      ),
  };
}
