import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ansiLine } from '../../tui/linear/print.ts';
import { createPen } from '../../tui/model/pen.ts';
import { appendToRing, divertConsole } from '../../tui/terminal/console-log.ts';
import { createFrames } from '../../tui/terminal/frames.ts';
import { inkOutput } from '../../tui/terminal/ink-output.ts';
import { Painter } from '../../tui/terminal/painter.ts';
import { Terminal } from '../../tui/terminal/terminal.ts';
import { themes } from '../../tui/theme/themes.ts';

const ESC = '\u001b';
const [BEGIN, END] = [`${ESC}[?2026h`, `${ESC}[?2026l`];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contextful-log-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('tui-cli.md 12 console output goes to a file', () => {
  test('until it is put back', () => {
    const file = join(folder, 'tui', 'log.txt');
    const said: unknown[] = [];
    const say = (...words: unknown[]): void => void said.push(words);
    const console = { log: say, info: say, warn: say, error: say, debug: say, trace: say };
    const process = new EventEmitter();
    process.on('warning', say);
    const putBack = divertConsole({ console, process }, file);
    console.log('a %s', 'b');
    process.emit('warning', new Error('old'));
    expect(said).toEqual([]);
    expect(readFileSync(file, 'utf8')).toMatch(/^log: a b\nwarning: Error: old\n/);
    putBack();
    console.log('c');
    process.emit('warning', 'd');
    expect(said).toEqual([['c'], ['d']]);
  });

  test('the file never holds more than its size, in whole lines, the newest last', () => {
    const file = join(folder, 'log.txt');
    for (let line = 0; line < 100; line += 1) {
      appendToRing(file, `line ${line}\n`, 100);
      expect(statSync(file).size).toBeLessThanOrEqual(100);
    }
    const kept = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(kept.at(-1)).toBe('line 99');
    expect(kept.every(line => /^line \d+$/.test(line))).toBe(true);
  });
});

describe('tui-cli.md 12 rows on a terminal', () => {
  test('only rows that differ are painted, in one piece', () => {
    const written: string[] = [];
    const painter = new Painter(text => written.push(text));
    painter.paint(['a', 'b']);
    painter.paint(['a', 'c']);
    painter.paint(['a', 'c']);
    painter.forget();
    painter.paint(['a', 'c']);
    const row = (at: number, text: string): string => `${ESC}[${at};1H${ESC}[K${text}`;
    expect(written).toEqual([
      `${BEGIN}${row(1, 'a')}${row(2, 'b')}${END}`,
      `${BEGIN}${row(2, 'c')}${END}`,
      `${BEGIN}${row(1, 'a')}${row(2, 'c')}${END}`,
    ]);
  });

  test('a frame of the library is one write, and a closed output is deaf', () => {
    const written: string[] = [];
    const stdout = { columns: 10, rows: 10, on: () => {}, off: () => {} };
    const { stream, close } = inkOutput(stdout, { columns: 80, rows: 24 }, text => written.push(text));
    for (const text of ['x', BEGIN, 'a', 'b', END]) stream.write(text);
    close();
    stream.write('late');
    expect(written).toEqual(['x', `${BEGIN}ab${END}`]);
    expect([stream.isTTY, stream.columns, stream.rows]).toEqual([true, 80, 24]);
  });

  test.each([
    [{}, 0, { columns: 80, rows: 24 }],
    [{ columns: 0, rows: 0 }, 0, { columns: 80, rows: 24 }],
    [{ columns: 100, rows: 40 }, 1, { columns: 100, rows: 39 }],
  ])('the size of %j with %i spare rows', (stdout, spareRows, size) => {
    const stdin = { setRawMode: () => {} };
    expect(new Terminal({ stdin, stdout, writeNow: () => {}, spareRows }).size()).toEqual(size);
  });
});

describe('tui-cli.md 16 a line with colours', () => {
  const pen = createPen('utf8');
  const draw = (...line: Parameters<typeof ansiLine>[0]['line']): string =>
    ansiLine({ line }, themes.terminal, 1).replaceAll(ESC, '^');

  test('a style goes on over blanks, and ends before those at the end', () => {
    expect(draw(pen.span('a', 'ok'), pen.span('  '), pen.span('b', 'ok'), pen.span('  '))).toBe(
      '^[32ma  b^[0m  ',
    );
  });

  test('blanks behind a selected piece are not selected', () => {
    const selected = { ...pen.span('a'), selected: true } as const;
    expect(draw(selected, pen.span('  '), pen.span('b'))).toBe('^[7ma^[0m  b');
  });

  test('blanks of a selected row are', () => {
    const line = { line: [pen.span('a'), pen.span('  ')], selected: true } as const;
    expect(ansiLine(line, themes.terminal, 1)).toBe(`${ESC}[7ma  ${ESC}[0m`);
  });
});

describe('tui-cli.md 12 frames', () => {
  test('what changes in one piece is one frame, made once; a later change is the next', async () => {
    let made = 0;
    let told = 0;
    const frames = createFrames({
      size: () => ({ columns: 4, rows: 2 }),
      lines: () => {
        made += 1;
        return [{ line: [createPen('utf8').span(`${made}   `)] }];
      },
      paint: ({ line }) => line.map(span => span.text).join(''),
    });
    frames.subscribe(() => {
      told += 1;
      frames.rows();
    });
    for (let key = 0; key < 5; key += 1) frames.changed();
    await Promise.resolve();
    expect([told, made]).toEqual([1, 1]);
    expect(frames.rows()).toEqual(['1   ', '    ']);
    frames.changed();
    await Promise.resolve();
    expect([told, made, frames.rows()[0]]).toEqual([2, 2, '2   ']);
  });
});
