import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeFileAtomic } from '../../core/atomic-file.ts';
import { Journal } from '../../core/journal.ts';
import { readLock, takeLock } from '../../core/lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contextful-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a file replaced whole', () => {
  test('holds the new bytes and leaves no sibling', async () => {
    const path = join(folder, 'report.json');
    await writeFile(path, 'old');
    await writeFileAtomic(path, ['ne', 'w'], { mode: 0o600 });
    expect(await readFile(path, 'utf8')).toBe('new');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['report.json']);
  });

  test('keeps the old bytes and removes the sibling when writing fails half way', async () => {
    const path = join(folder, 'report.json');
    await writeFile(path, 'old');
    function* broken(): Generator<string> {
      yield 'x'.repeat(2 << 20);
      throw new RangeError('half way');
    }
    await expect(writeFileAtomic(path, broken())).rejects.toThrow('half way');
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['report.json']);
  });

  test('a device is written to and stays a device', async () => {
    const path = join(folder, 'nowhere');
    await symlink('/dev/null', path);
    await writeFileAtomic(path, ['a', 'b']);
    expect((await stat(path)).isCharacterDevice()).toBe(true);
    expect(await readdir(folder)).toEqual(['nowhere']);
  });
});

describe('a journal', () => {
  test('keeps the order of calls that were not awaited', async () => {
    const path = join(folder, 'journal');
    const journal = await Journal.open(path, { everyMs: 200 }, () => 0);
    const lines = Array.from({ length: 200 }, (_, i) => `line ${i}`);
    await Promise.all(lines.map(line => journal.append(line)));
    await journal.close();
    expect(await readFile(path, 'utf8')).toBe(`${lines.join('\n')}\n`);
  });

  test('appends to what is there', async () => {
    const path = join(folder, 'journal');
    await writeFile(path, 'first\n');
    const journal = await Journal.open(path, 'each-line', () => 0);
    await journal.append('second');
    await journal.close();
    expect(await readFile(path, 'utf8')).toBe('first\nsecond\n');
  });
});

describe('a journal on a full disk', () => {
  test('writes nothing after a write that failed', async () => {
    // /dev/full takes no byte, as a full disk does.
    const journal = await Journal.open('/dev/full', { everyMs: 200 }, () => 0);
    await expect(journal.append('first')).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(journal.append('second')).rejects.toMatchObject({ code: 'ENOSPC' });
    await journal.close().catch(() => undefined);
  });
});

describe('a lock', () => {
  test('refuses a second writer, names the holder, and is free after release', async () => {
    const path = join(folder, 'locks/run.lock');
    const lock = await takeLock(path, process.pid, 'contextful eval run');
    await expect(takeLock(path, process.pid, 'another')).rejects.toMatchObject({
      code: 'StoreBusy',
      exit: 3,
      message: `process ${process.pid} (contextful eval run) holds this store`,
    });
    await lock.release();
    const again = await takeLock(path, process.pid, 'another');
    expect(again.tookOver).toBeUndefined();
    await again.release();
  });

  test('is taken over from a holder whose pid was given to another process', async () => {
    const path = join(folder, 'run.lock');
    const first = await takeLock(path, process.pid, 'dead');
    const holder = await readLock(path);
    await writeFile(path, JSON.stringify({ ...holder, started: '1' }));
    const lock = await takeLock(path, process.pid, 'next');
    expect(lock.tookOver).toMatchObject({ command: 'dead', started: '1' });
    await first.release();
  });

  test('goes to one of many that find its holder dead at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const path = join(folder, `run-${round}.lock`);
      await takeLock(path, process.pid, 'dead');
      await writeFile(path, JSON.stringify({ ...(await readLock(path)), started: '1' }));
      const takers = Array.from({ length: 8 }, (_, i) => takeLock(path, process.pid, `taker ${i}`));
      const taken = (await Promise.allSettled(takers)).filter(({ status }) => status === 'fulfilled');
      expect(taken).toHaveLength(1);
    }
    expect((await readdir(folder)).every(name => name.endsWith('.lock'))).toBe(true);
  });

  test('of another is not released by the holder that lost it', async () => {
    const path = join(folder, 'run.lock');
    const lost = await takeLock(path, process.pid, 'lost');
    await writeFile(path, JSON.stringify({ ...(await readLock(path)), started: '1' }));
    const lock = await takeLock(path, process.pid, 'next');
    await lost.release();
    expect(await readLock(path)).toMatchObject({ command: 'next' });
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('is taken over when its file is torn', async () => {
    const path = join(folder, 'run.lock');
    await writeFile(path, '{"pid": 1');
    const lock = await takeLock(path, process.pid, 'next');
    expect(await readLock(path)).toMatchObject({ pid: process.pid, command: 'next' });
    await lock.release();
  });
});
