import { describe, expect, test } from 'vitest';
import { refuse } from '../../spec/refusals.ts';
import type { Loader } from '../../tui/effects/source.ts';
import { runTui, type TuiPorts } from '../../tui/main.ts';
import { DEFAULT_PREFERENCES, type Effect, type Event } from '../../tui/state/state.ts';
import { leaveSequence } from '../../tui/terminal/modes.ts';
import { type FakeTerminal, fakeTerminal } from '../support/fake-terminal.ts';

const LEAVE = leaveSequence({ mouse: false });
const REQUEST = {
  link: 'runs',
  symbols: 'utf8',
  level: 0,
  colorFgBg: undefined,
  preferences: DEFAULT_PREFERENCES,
  filters: [],
  readOnlyReason: null,
  escMs: 25,
} as const;

type Start = {
  readonly terminal: FakeTerminal;
  readonly ended: Promise<number>;
  readonly crashes: readonly unknown[];
  readonly signal: AbortController;
};

/** No runs, unless a test says otherwise. */
function start(change: Partial<TuiPorts> = {}, terminal: FakeTerminal = fakeTerminal()): Start {
  const crashes: unknown[] = [];
  const signal = new AbortController();
  const ended = runTui(REQUEST, {
    host: terminal.host,
    load: loading({ lines: [], all: 0, nowNs: 0n }),
    perform: async () => [],
    signal: signal.signal,
    crash: error => {
      crashes.push(error);
      return '/crash/1.txt';
    },
    ...change,
  });
  return { terminal, ended, crashes, signal };
}

function loading(value: unknown): Loader {
  // The loader of a test answers for one kind of resource.
  return async () => value as never;
}

/** Waits for what the terminal was told, without a clock. */
async function shown({ terminal }: Start, text: string): Promise<void> {
  while (!terminal.output().includes(text)) await new Promise(resolve => setImmediate(resolve));
}

function expectLeft({ terminal }: Start): void {
  expect(terminal.output().split(LEAVE)).toHaveLength(2);
  expect(terminal.output().endsWith('[raw off]')).toBe(true);
  expect(terminal.listeners()).toBe(0);
}

const performs =
  (kind: Effect['t'], events: () => readonly Event[]): TuiPorts['perform'] =>
  async effect =>
    effect.t === kind ? events() : [];

describe('tui-cli.md 12 every way out', () => {
  test('q: 0, and the last screen is named once on the main screen', async () => {
    const run = start();
    await shown(run, 'enter open');
    run.terminal.type('q');
    expect(await run.ended).toBe(0);
    expectLeft(run);
    expect(run.terminal.output()).toContain(`${LEAVE}contextful: last screen runs\n[raw off]`);
  });

  test('a signal: the code that the command line turns into that of the signal', async () => {
    const run = start();
    await shown(run, 'enter open');
    run.signal.abort();
    expect(await run.ended).toBe(130);
    expectLeft(run);
  });

  test('the process ends by itself: given back at once, and not a second time', async () => {
    const run = start();
    await shown(run, 'enter open');
    run.terminal.exit();
    expect(run.terminal.output().split(LEAVE)).toHaveLength(2);
    run.terminal.type('q');
    run.signal.abort();
    await run.ended;
    expectLeft(run);
  });

  test('something is thrown that nobody caught', async () => {
    const run = start();
    await shown(run, 'enter open');
    run.terminal.fault(new Error('nobody'));
    await expect(run.ended).rejects.toThrow('nobody');
    expectLeft(run);
  });

  test('a loader fails by a fault of ours', async () => {
    const run = start({ load: () => Promise.reject(new TypeError('no such member')) });
    await expect(run.ended).rejects.toThrow('no such member');
    expectLeft(run);
  });

  test('an effect fails by a fault of ours', async () => {
    const fail = (): never => {
      throw new TypeError('no such port');
    };
    const run = start({ perform: performs('copy', fail) });
    await shown(run, 'enter open');
    run.terminal.type('Y');
    await expect(run.ended).rejects.toThrow('no such port');
    expectLeft(run);
  });

  test('the start fails: what was switched on is off again', async () => {
    const broken = fakeTerminal();
    const terminal = fakeTerminal({
      stdin: {
        ...broken.host.stdin,
        setRawMode: () => {
          throw new Error('EIO');
        },
      },
    });
    const run = start({}, terminal);
    await expect(run.ended).rejects.toThrow('EIO');
    expect(terminal.output()).toBe('');
    expect(terminal.listeners()).toBe(0);
  });
});

describe('tui-cli.md 12 faults that the session survives', () => {
  test('a view throws: its name and the crash file stand in its place, and keys still act', async () => {
    const run = start({
      load: loading({
        get lines() {
          throw new Error('boom');
        },
      }),
    });
    await shown(run, 'the screen runs failed');
    expect(run.terminal.output()).toContain('/crash/1.txt');
    expect(run.crashes.map(String)).toEqual(['Error: boom']);
    run.terminal.type('q');
    expect(await run.ended).toBe(0);
    expectLeft(run);
  });

  test('what an effect refuses is told on the screen', async () => {
    const refused = (): never => {
      throw refuse('ReadOnly', { message: 'the store can not be written' });
    };
    const run = start({ perform: performs('copy', refused) });
    await shown(run, 'enter open');
    run.terminal.type('Y');
    await shown(run, 'ReadOnly: the store can not be written');
    run.terminal.type('q');
    expect(await run.ended).toBe(0);
  });
});
