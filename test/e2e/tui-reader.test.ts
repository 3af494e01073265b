import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIN } from '../support/built-command.ts';
import { type SeededStore, seededStore } from '../support/seeded-store.ts';
import { PtyTerminal } from '../support/terminal.ts';

const GREETING = 'contextful tui: screen-reader mode on; type ? for help.';

let store: SeededStore;

beforeAll(async () => {
  store = await seededStore(2);
});
afterAll(() => store.remove());

type Spoken = { readonly code: number | null; readonly text: string };

/** Types lines into the built command; each when the answer before it has ended in a prompt. */
function speak(
  lines: readonly string[],
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Spoken> {
  const child = spawn(process.execPath, [BIN, 'tui', ...args], {
    cwd: store.root,
    env: { PATH: process.env['PATH'], HOME: store.root, LC_ALL: 'C.UTF-8', ...env },
  });
  let text = '';
  let at = 0;
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    // What is told unasked ends in a prompt too.
    while (at < lines.length && text.split('> ').length > at + 1) child.stdin.write(`${lines[at++]}\n`);
    if (at === lines.length && text.endsWith('> ')) child.stdin.end();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => resolve({ code, text }));
  });
}

const newest = (): string => store.runs.at(-1)?.id ?? '';
const runs = (): readonly string[] =>
  readdirSync(join(store.root, '.contextful', 'runs')).filter(name => name !== 'LATEST');

describe('tui-cli.md 20 linear mode of the built command', () => {
  test('over pipes: the headline of the newest run, no control sequence, exit 0', async () => {
    const { code, text } = await speak(['1', 'b', 'q'], ['--screen-reader']);
    expect(code).toBe(0);
    expect(text.split('\n')[0]).toBe(GREETING);
    expect(text).toContain('retrieval.hybrid.hit_rate_at_k fell 0.0791');
    expect([...text].filter(sign => sign < ' ' && sign !== '\n')).toEqual([]);
  });

  test.each([{ ACCESSIBLE: '1' }, { INK_SCREEN_READER: 'true' }])('%j asks for it too', async env => {
    const { code, text } = await speak([], [], env);
    expect([code, text.split('\n')[0]]).toEqual([0, GREETING]);
  });

  test('a dumb terminal gets it, and no sequence that it can not take', async () => {
    // A terminal sets TERM to its own name.
    const words = ['env', 'TERM=dumb', process.execPath, BIN, 'tui'];
    const terminal = new PtyTerminal(words, { cwd: store.root });
    await terminal.untilText(/screen-reader mode on[\s\S]*\n>/);
    terminal.send('q\r');
    expect(await terminal.ended()).toBe(0);
    expect(terminal.output).not.toContain('\u001b');
    terminal.dispose();
  });

  test('failed cases run again in the background; it ends whole though we quit', async () => {
    const before = runs();
    const { code, text } = await speak(['rerun failed 1', 'yes', 'q', 'd'], ['--screen-reader']);
    expect([code, text]).toEqual([0, expect.stringContaining(`subset of ${newest()}`)]);
    const started = runs().find(id => !before.includes(id)) ?? '';
    const verdict = join(store.root, '.contextful', 'runs', started, 'verdict.json');
    while (!existsSync(verdict)) await new Promise(resolve => setTimeout(resolve, 50));
    const report: unknown = JSON.parse(
      readFileSync(join(store.root, '.contextful', 'runs', started, 'report.json'), 'utf8'),
    );
    expect(report).toMatchObject({ partial: true, n_cases: 85 });
  });
});
