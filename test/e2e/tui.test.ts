import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BIN } from '../support/built-command.ts';
import { makeHostileProject } from '../support/hostile-project.ts';
import { writeLines } from '../support/long-project.ts';
import { type SeededStore, seededStore } from '../support/seeded-store.ts';
import { cellsAfter, FRAME_END, PtyTerminal, type TerminalOptions } from '../support/terminal.ts';
import { fullClears, isOurs, writtenSequences } from '../support/written-sequences.ts';

const [COLUMNS, ROWS] = [100, 40];
const HOME = '\u001b[H';
const ESC = '\u001b';

let store: SeededStore;
const opened = new Set<PtyTerminal>();

beforeAll(async () => {
  store = await seededStore();
});

afterEach(() => {
  for (const terminal of opened) terminal.dispose();
  opened.clear();
});

afterAll(() => store.remove());

function open(args: readonly string[] = [], options: Partial<TerminalOptions> = {}): PtyTerminal {
  const terminal = new PtyTerminal([process.execPath, BIN, 'tui', ...args], {
    cwd: store.root,
    columns: COLUMNS,
    rows: ROWS,
    ...options,
  });
  opened.add(terminal);
  return terminal;
}

/** The cursor goes home when the screen is taken and when the library is mounted. */
function mounts({ output }: PtyTerminal): number {
  return output.split(HOME).length - 2;
}

async function mounted(terminal: PtyTerminal): Promise<void> {
  await terminal.until('the library', one => mounts(one) > 0 && one.output.endsWith(FRAME_END));
}

const newest = (): string => store.runs.at(-1)?.id ?? '';

/** The ids of the store end with the ordinal of their case. */
function caseUnderCursor(terminal: PtyTerminal): number {
  const row = terminal.rows().find(line => line.startsWith('▸'));
  return Number(/-(\d{4}) /.exec(row ?? '')?.[1] ?? -1);
}

describe('tui-cli.md 12 start', () => {
  test('the library draws the very cells that were drawn without it', async () => {
    const terminal = open();
    await mounted(terminal);
    const at = terminal.output.lastIndexOf(HOME);
    const end = terminal.output.indexOf(FRAME_END, at);
    expect(terminal.output.slice(at, end)).toContain('green');
    const painted = await cellsAfter(terminal.output.slice(0, at), COLUMNS, ROWS);
    expect(await cellsAfter(terminal.output.slice(0, end), COLUMNS, ROWS)).toEqual(painted);
    expect(terminal.onAlternateScreen()).toBe(true);
    expect(terminal.modes()).toMatchObject({ bracketedPasteMode: true, mouseTrackingMode: 'none' });
  });

  test('keys that come while the library loads are not lost', async () => {
    const terminal = open([`run/${newest()}/cases`]);
    await terminal.until('raw mode', ({ output }) => output.includes(`${ESC}[?2004h`));
    terminal.send('j'.repeat(200));
    await terminal.until('case 200', one => caseUnderCursor(one) === 200);
  });

  test('NO_COLOR writes no colour and the same words', async () => {
    const plain = open([], { env: { NO_COLOR: '1' } });
    await mounted(plain);
    expect(writtenSequences(plain.output).filter(one => one.endsWith('m'))).toEqual([]);
    const coloured = open([], { env: { COLORTERM: 'truecolor' } });
    await mounted(coloured);
    expect(coloured.text()).toBe(plain.text());
    expect(writtenSequences(coloured.output).filter(one => one.endsWith('m'))).not.toEqual([]);
  });

  test('without a terminal the ways out are named', async () => {
    const terminal = new PtyTerminal(['/bin/sh', '-c', `${process.execPath} ${BIN} tui </dev/null`], {
      cwd: store.root,
    });
    opened.add(terminal);
    expect(await terminal.ended()).toBe(2);
    expect(terminal.text()).toMatch(/TerminalUnsupported[\s\S]*--print runs[\s\S]*--screen-reader/);
  });
});

describe('tui-cli.md 12 on the screen', () => {
  test('why the newest run is red, in three keys', async () => {
    const terminal = open();
    await terminal.untilText(/▸ red/);
    terminal.send('\r');
    await terminal.untilText(/hit_rate_at_k fell 0\.0791/);
    terminal.send('i');
    await terminal.untilText(/▸[^\n]*cjk-0005[^\n]*lexical/);
    terminal.send('\r');
    await terminal.untilText(/blame lexical[\s\S]*gone +G/);
    terminal.send(`${ESC}[6~`);
    for (let level = 0; level < 3; level += 1) await terminal.press(ESC);
    await terminal.untilText(/▸ red[\s\S]*green/);
  });

  // How many frames it takes depends on how the terminal cuts the bytes, and on data that comes meanwhile.
  test('a burst in one piece loses no key', async () => {
    const terminal = open([`run/${newest()}/cases`]);
    await mounted(terminal);
    terminal.send('jjjjj');
    await terminal.until('case 5', one => caseUnderCursor(one) === 5);
  });

  test('no key and no resize on any screen clears it whole or writes what is not ours', async () => {
    const terminal = open([`run/${newest()}`]);
    await mounted(terminal);
    for (const tab of '12345678') {
      terminal.send(tab);
      terminal.send('jjjjjjjjjjkkkkklllhJJJKn'.repeat(2));
      for (const key of ['G', 'g', `${ESC}[6~`, `${ESC}[5~`, 'z', 'z', 'p', 'p', '?', ESC, ':', ESC])
        terminal.send(key);
      for (const [columns, rows] of [
        [60, 15],
        [180, 50],
      ] as const) {
        await resized(terminal, columns, rows);
      }
    }
    await resized(terminal, COLUMNS, ROWS);
    expect(fullClears(terminal.output)).toBe(0);
    expect(writtenSequences(terminal.output).filter(one => !isOurs(one))).toEqual([]);
  });

  test('a size that is too small says so, and the screen comes back as it was', async () => {
    const terminal = open([`run/${newest()}/cases`]);
    await mounted(terminal);
    terminal.send('jjjj');
    await terminal.until('case 4', one => caseUnderCursor(one) === 4);
    const before = terminal.text();
    terminal.resize(48, 20);
    await terminal.untilText(/contextful needs 60x15, this is 48x20/);
    expect(terminal.rows().filter(row => row !== '').length).toBeLessThan(5);
    for (const [columns, rows] of [
      [200, 60],
      [61, 16],
      [COLUMNS, ROWS],
    ] as const) {
      await resized(terminal, columns, rows);
    }
    expect(terminal.text()).toBe(before);
  });
});

async function resized(terminal: PtyTerminal, columns: number, rows: number): Promise<void> {
  const { frames } = terminal;
  terminal.resize(columns, rows);
  await terminal.until(
    `${columns}x${rows}`,
    one => one.frames >= frames + 2 && /^enter open/.test(one.rows().at(-1) ?? ''),
  );
}

describe('tui-cli.md 14 what rows, questions and ids hold never reaches the terminal as a sequence', () => {
  /** Clears, a title, a clipboard, a device report, 8-bit controls, bidi, a hidden instruction, a link. */
  const HOSTILE = `${ESC}[2J${ESC}]0;own${ESC}\\${ESC}]52;c;eA==\u0007${ESC}[c\u009b31m\u202eabc\u2066 \u{e0061}\u{e0062} ${ESC}]8;;http://x\u0007y`;

  test('each screen of a run shows it as text', async () => {
    const project = makeHostileProject();
    try {
      writeLines(project.rows, [
        { doc_id: '1', body: `alder birch ${HOSTILE}`, embedding: [1, 0] },
        { doc_id: `2${ESC}[31m`, body: 'alder', embedding: [0, 1] },
      ]);
      project.ask({
        question: `alder birch ${HOSTILE}`,
        query_embedding: [1, 0],
        tags: ['cedar'],
        expected: { artifacts: ['kb/t#1'] },
      });
      const { code, stderr } = await project.run();
      expect(stderr).not.toContain('Internal');
      expect(code).toBeLessThan(2);
      const terminal = open(['run/latest/case/c0'], { cwd: project.root });
      await mounted(terminal);
      await terminal.untilText(/␛\[2J[\s\S]*<U\+202E>abc/);
      terminal.send('wjzz');
      for (const tab of '12345678') {
        terminal.send(tab);
        terminal.send('jj');
      }
      terminal.send('?');
      await terminal.untilText(/Next row/);
      expect(fullClears(terminal.output)).toBe(0);
      expect(writtenSequences(terminal.output).filter(one => !isOurs(one))).toEqual([]);
    } finally {
      project.remove();
    }
  });
});

describe('tui-cli.md 19 mouse', () => {
  test('a click selects the row under the pointer, a second one opens it, the wheel moves', async () => {
    const terminal = open([`run/${newest()}/cases`, '--mouse']);
    await mounted(terminal);
    await terminal.until('case 0', one => caseUnderCursor(one) === 0);
    const y = terminal.rows().findIndex(row => row.includes('-0005 ')) + 1;
    const click = `${ESC}[<0;12;${y}M${ESC}[<0;12;${y}m`;
    terminal.send(click);
    await terminal.until('case 5', one => caseUnderCursor(one) === 5);
    terminal.send(`${ESC}[<65;12;${y}M`);
    await terminal.until('case 6', one => caseUnderCursor(one) === 6);
    terminal.send(`${ESC}[<64;12;${y}M`);
    await terminal.until('case 5', one => caseUnderCursor(one) === 5);
    terminal.send(click);
    await terminal.untilText(/› cjk-0005/);
  });
});
