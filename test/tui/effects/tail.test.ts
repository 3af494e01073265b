import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTail, type Tail } from '../../../tui/effects/tail.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contextful-tail-'));
  file = join(folder, 'events.jsonl');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What one look finds; `again` where the file is read from its start. */
async function look(tail: Tail): Promise<readonly string[]> {
  const found: string[] = [];
  await tail.read(
    line => found.push(line),
    () => found.push('again'),
  );
  return found;
}

describe('tui-cli.md 20 following a file', () => {
  test('only what came since is read', async () => {
    const tail = createTail(file);
    expect(await look(tail)).toEqual([]);
    writeFileSync(file, 'a\nb\n');
    expect(await look(tail)).toEqual(['a', 'b']);
    expect(await look(tail)).toEqual([]);
    appendFileSync(file, 'c\n');
    expect(await look(tail)).toEqual(['c']);
  });

  test('an unfinished last line waits, wherever it was cut', async () => {
    const tail = createTail(file);
    const bytes = Buffer.from('{"é":1}\n{"b":2}\n');
    const found: string[] = [];
    for (const byte of bytes) {
      appendFileSync(file, Buffer.of(byte));
      found.push(...(await look(tail)));
    }
    expect(found).toEqual(['{"é":1}', '{"b":2}']);
  });

  test('a shorter file is read from its start', async () => {
    writeFileSync(file, 'aaaa\nbb');
    const tail = createTail(file);
    expect(await look(tail)).toEqual(['aaaa']);
    truncateSync(file, 5);
    appendFileSync(file, 'c');
    expect(await look(tail)).toEqual(['again', 'aaaa']);
    appendFileSync(file, '\n');
    expect(await look(tail)).toEqual(['c']);
  });

  test('so is another file of the same name, though it is longer', async () => {
    writeFileSync(file, 'a\n');
    const tail = createTail(file);
    await look(tail);
    writeFileSync(join(folder, 'other'), 'longer\nthan\n');
    renameSync(join(folder, 'other'), file);
    expect(await look(tail)).toEqual(['again', 'longer', 'than']);
  });

  test('lines longer than a block stay whole', async () => {
    const long = 'x'.repeat((1 << 20) + 17);
    writeFileSync(file, `${long}\nend\n`);
    expect((await look(createTail(file))).map(line => line.length)).toEqual([long.length, 3]);
  });
});
