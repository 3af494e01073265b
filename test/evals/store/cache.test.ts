import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStoreCache, STORE_FILE } from '../../../evals/store/cache.ts';
import { type CachePlace, storeCachePlace } from '../../../evals/store/cache-place.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contextful-cache-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const [A, B, C] = ['a', 'b', 'c'].map(letter => letter.repeat(64)) as [string, string, string];
const FACTS = { tokens: 3, tables: [] };

/** Process 1 lives as long as the machine does. */
const place = (over: Partial<CachePlace> = {}): CachePlace => ({
  ...storeCachePlace(root, { maxBytes: 1 << 20, pid: process.pid, command: 'contextful eval run' }),
  ...over,
});
const cache = (over: Partial<CachePlace> = {}) => openStoreCache(place(over));
const entryFile = (key: string, name = '') => join(place().folder, key, name);
const names = () => readdirSync(place().folder).sort();

async function put(key: string, bytes: number, over: Partial<CachePlace> = {}): Promise<boolean> {
  const draft = await cache(over).draft(key);
  if (draft === null) throw new Error('another process writes it');
  writeFileSync(join(draft.folder, STORE_FILE), Buffer.alloc(bytes, key));
  return draft.land(FACTS);
}

/** A process that has ended. */
function deadPid(): number {
  return spawnSync('true').pid;
}

describe('evaluate.md 7.4: the cache of landed stores', () => {
  test('finds what was put, with its facts, and only that', async () => {
    expect(await cache().find(A)).toEqual({ kind: 'absent' });
    expect(await put(A, 1000)).toBe(true);
    const finding = await cache().find(A);
    if (finding.kind !== 'found') throw new Error(finding.kind);
    expect(finding.entry).toMatchObject({ folder: entryFile(A), facts: FACTS });
    await finding.entry.release();
    expect(readdirSync(place().locks)).toEqual([]);
    expect(await cache().find(B)).toEqual({ kind: 'absent' });
  });

  test('nobody else may look into it', async () => {
    await put(A, 10);
    expect([place().folder, entryFile(A)].map(folder => statSync(folder).mode & 0o777)).toEqual([
      0o700, 0o700,
    ]);
  });

  test('an entry is not there before it is whole, and a discarded draft leaves nothing', async () => {
    const draft = await cache().draft(A);
    expect(await cache().find(A)).toEqual({ kind: 'absent' });
    await draft?.discard();
    expect([names(), readdirSync(place().locks)]).toEqual([[], []]);
  });

  test('one process writes an entry at a time; the place of one that died is free', async () => {
    const other = await cache({ pid: 1 }).draft(A);
    expect(await cache().draft(A)).toBeNull();
    await other?.discard();
    const dead = await cache({ pid: deadPid() }).draft(A);
    writeFileSync(join(dead?.folder ?? '', STORE_FILE), 'half');
    const own = await cache().draft(A);
    expect(readdirSync(own?.folder ?? '')).toEqual([]);
    await own?.discard();
  });

  test('what others left half is swept, what they still write is not', async () => {
    await put(A, 10);
    await cache({ pid: deadPid() }).find(A);
    await cache({ pid: 1 }).find(A);
    await cache({ pid: deadPid() }).draft(A);
    await cache({ pid: 1 }).draft(B);
    await put(C, 10);
    expect(names()).toEqual([`.new-${B}`, A, C]);
    const uses = readdirSync(place().locks).filter(name => name.includes('-use-'));
    expect(uses).toEqual([`store-${A.slice(0, 16)}-use-1-1.lock`]);
  });

  test('two that land the same entry both succeed', async () => {
    await put(A, 10);
    expect(await put(A, 10)).toBe(true);
    expect(names()).toEqual([A]);
  });
});

describe('evaluate.md 7.4: a damaged or foreign entry', () => {
  const damages: Record<string, [why: string, damage: () => void]> = {
    'cut short': ['its size is 5, not 1000', () => truncateSync(entryFile(A, STORE_FILE), 5)],
    changed: [
      'its bytes have changed',
      () => {
        const bytes = readFileSync(entryFile(A, STORE_FILE));
        bytes[500] = 0;
        writeFileSync(entryFile(A, STORE_FILE), bytes);
      },
    ],
    'without store': ['a file is missing', () => rmSync(entryFile(A, STORE_FILE))],
    'without facts': ['a file is missing', () => rmSync(entryFile(A, 'store.json'))],
    'with broken facts': [
      'its store.json is not readable',
      () => writeFileSync(entryFile(A, 'store.json'), '{"schema":'),
    ],
    'of another form': [
      'its store.json is not readable',
      () => {
        const text = readFileSync(entryFile(A, 'store.json'), 'utf8');
        writeFileSync(entryFile(A, 'store.json'), text.replace('store/1', 'store/2'));
      },
    ],
    'open to others': ['others may look into it', () => chmodSync(entryFile(A), 0o755)],
    'with a link for a store': [
      'a file is missing',
      () => {
        renameSync(entryFile(A, STORE_FILE), join(root, 'elsewhere'));
        symlinkSync(join(root, 'elsewhere'), entryFile(A, STORE_FILE));
      },
    ],
  };

  test.each(Object.entries(damages))('%s is told', async (_, [why, damage]) => {
    await put(A, 1000);
    damage();
    expect(await cache().find(A)).toEqual({ kind: 'damaged', why });
    expect(readdirSync(place().locks)).toEqual([]);
  });

  test('one under another name is told', async () => {
    await put(A, 1000);
    renameSync(entryFile(A), entryFile(B));
    expect(await cache().find(B)).toEqual({ kind: 'damaged', why: 'it is the entry of another store' });
  });

  test('is gone at once when it is discarded', async () => {
    await put(A, 1000);
    await cache().discard(A);
    expect(names()).toEqual([]);
    await cache().discard(A);
  });
});

describe('evaluate.md 7.4: the bound, oldest out first', () => {
  const usedAt = (key: string, seconds: number) => utimesSync(entryFile(key, 'used'), seconds, seconds);
  const over = { maxBytes: 20_000 };

  test('the least recently used goes, a use counts, the newest stays', async () => {
    await put(A, 8000, over);
    await put(B, 8000, over);
    usedAt(A, 1000);
    usedAt(B, 2000);
    const finding = await cache(over).find(A);
    if (finding.kind === 'found') await finding.entry.release();
    await put(C, 8000, over);
    expect(names()).toEqual([A, C]);
  });

  test('one that a live process uses stays, one that a dead process used does not', async () => {
    await put(A, 8000, over);
    await put(B, 8000, over);
    await cache({ ...over, pid: 1 }).find(A);
    await cache({ ...over, pid: deadPid() }).find(B);
    usedAt(A, 1000);
    usedAt(B, 2000);
    await put(C, 8000, over);
    expect(names()).toEqual([A, C]);
  });

  test('one that alone is larger is not kept, and drives no other out', async () => {
    await put(A, 8000, over);
    expect(await put(B, 20_001, over)).toBe(false);
    expect(names()).toEqual([A]);
  });
});
