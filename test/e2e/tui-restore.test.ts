import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SeededStore, seededStore } from '../support/seeded-store.ts';
import { ShellTerminal } from '../support/shell-terminal.ts';
import type { TerminalOptions } from '../support/terminal.ts';

const ESC = '\u001b';
const LAST = 'contextful: last screen runs';

let store: SeededStore;
const opened = new Set<ShellTerminal>();

beforeAll(async () => {
  store = await seededStore(2);
});

afterEach(() => {
  for (const terminal of opened) terminal.dispose();
  opened.clear();
});

afterAll(() => store.remove());

async function open(
  args: readonly string[] = [],
  options: Partial<TerminalOptions> = {},
): Promise<ShellTerminal> {
  const terminal = new ShellTerminal(['tui', ...args], { cwd: store.root, ...options });
  opened.add(terminal);
  await terminal.until('the library', ({ output }) => output.split(`${ESC}[H`).length > 2);
  return terminal;
}

/** Modes that were switched on and not off again, in the order of their switching on. */
function modesOn(output: string): readonly string[] {
  const on = new Set<string>();
  for (const [, mode = '', way] of output.matchAll(/\u001b\[\?(\d+)([hl])/g)) {
    // The cursor is the one that is on by itself.
    if ((way === 'h') !== (mode === '25')) on.add(mode);
    else on.delete(mode);
  }
  return [...on];
}

async function expectRestored(terminal: ShellTerminal, code: number): Promise<void> {
  expect(await terminal.left()).toEqual({ code, isAsBefore: true });
  expect(terminal.onAlternateScreen()).toBe(false);
  expect(modesOn(terminal.output)).toEqual([]);
  expect(terminal.output.split(`${ESC}[?1049l`)).toHaveLength(2);
}

describe('tui-cli.md 12 leave: the terminal is as it was, and the last screen is named', () => {
  test.each<[string, (terminal: ShellTerminal) => void, number]>([
    ['q', terminal => terminal.send('q'), 0],
    ['ctrl+c', terminal => terminal.send('\u0003'), 0],
    ['SIGTERM', terminal => terminal.signal('SIGTERM'), 143],
    ['SIGINT', terminal => terminal.signal('SIGINT'), 130],
  ])('%s', async (_name, leave, code) => {
    const terminal = await open(['--mouse']);
    expect(terminal.modes().mouseTrackingMode).toBe('drag');
    leave(terminal);
    await expectRestored(terminal, code);
    expect(terminal.text()).toContain(`${LAST}\n`);
  });

  test('SIGHUP', async () => {
    const terminal = await open();
    terminal.signal('SIGHUP');
    await expectRestored(terminal, 129);
  });

  test('kill -9 leaves it, and tui --restore mends it', async () => {
    const terminal = await open(['--mouse']);
    terminal.signal('SIGKILL');
    await terminal.until('the shell again', ({ output }) => output.includes('after '));
    expect(terminal.onAlternateScreen()).toBe(true);
    const mended = new ShellTerminal(['tui', '--restore'], { cwd: store.root });
    opened.add(mended);
    expect((await mended.left()).code).toBe(0);
    expect(modesOn(terminal.output + mended.output)).toEqual([]);
  });
});

describe('tui-cli.md 12 stop and go on', () => {
  test('ctrl+z gives the terminal to the shell, fg draws the screen again', async () => {
    const terminal = await open();
    const before = terminal.text();
    const child = terminal.child();
    terminal.send('\u001a');
    await terminal.until('the main screen', one => !one.onAlternateScreen() && /^left \d+/m.test(one.text()));
    expect(modesOn(terminal.output)).toEqual([]);
    expect(terminal.text()).not.toContain(LAST);
    terminal.send('fg\r');
    await terminal.until('the screen again', one => one.onAlternateScreen() && one.text() === before);
    process.kill(child, 'SIGTERM');
    await terminal.until('the main screen', one => !one.onAlternateScreen());
    expect(terminal.text()).toContain(LAST);
  });
});
