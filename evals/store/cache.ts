import { createReadStream } from 'node:fs';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { makeFolder, writeFileAtomic } from '../../core/atomic-file.ts';
import { documentJson } from '../../core/canonical-json.ts';
import type { JsonValue } from '../../core/json.ts';
import { type Lock, takeLock } from '../../core/lock.ts';
import { Refusal } from '../../core/refusal.ts';
import { boundCache, discardEntry, removeLeftovers } from './cache-bound.ts';
import { type CachePlace, draftFolder, draftLock, entryFolder, lockOfUse } from './cache-place.ts';

/**
 * Landed stores between runs, by the digest of all that decides their content (evaluate.md 7.4, 21.10). An entry is
 * written aside and renamed when it is whole, and is never changed afterwards, so any number of runs read it at once.
 * Everything here may fail, and a run then goes on without.
 */
export type StoreCache = {
  readonly find: (key: string) => Promise<CacheFinding>;
  /** Null: another process that lives is writing this entry. */
  readonly draft: (key: string) => Promise<CacheDraft | null>;
  readonly discard: (key: string) => Promise<void>;
};

export type CacheFinding =
  | { readonly kind: 'absent' }
  | { readonly kind: 'damaged'; readonly why: string }
  | { readonly kind: 'found'; readonly entry: CacheEntry };

/** In use until it is released: no run takes it away meanwhile. */
export type CacheEntry = {
  readonly folder: string;
  readonly facts: JsonValue;
  readonly release: () => Promise<void>;
};

/** An entry while it is written, in a folder of its own. It ends in one of these ways. */
export type CacheDraft = {
  readonly folder: string;
  /** Makes the entry; `facts` come back with it. False: it is larger than the cache may be. */
  readonly land: (facts: JsonValue) => Promise<boolean>;
  readonly discard: () => Promise<void>;
};

/** The one file that an adapter keeps, and what we know of it. */
export const STORE_FILE = 'store.duckdb';
const FACTS_FILE = 'store.json';
/** Its time of modification is that of the last use. */
const USED_FILE = 'used';
const SCHEMA = 'contextful.eval.store/1';

const factsFile = z.strictObject({
  schema: z.literal(SCHEMA),
  key: z.string(),
  bytes: z.number(),
  crc: z.number(),
  facts: z.json(),
});

export function openStoreCache(place: CachePlace): StoreCache {
  const { pid, command } = place;
  let uses = 0;
  return {
    find: async key => {
      const folder = entryFolder(place, key);
      if (!(await isThere(folder))) return { kind: 'absent' };
      uses += 1;
      const lock = await takeLock(lockOfUse(place, key, uses), pid, command);
      try {
        const read = await readEntry(folder, key);
        if ('why' in read) {
          await lock.release();
          return (await isThere(folder)) ? { kind: 'damaged', why: read.why } : { kind: 'absent' };
        }
        await writeFile(join(folder, USED_FILE), `${command}\n`);
        return { kind: 'found', entry: { folder, facts: read.facts, release: lock.release } };
      } catch (error) {
        await lock.release();
        throw error;
      }
    },
    draft: async key => {
      const lock = await lockDraft(place, key);
      return lock === null ? null : openDraft(place, key, lock);
    },
    discard: key => discardEntry(place, key),
  };
}

async function lockDraft(place: CachePlace, key: string): Promise<Lock | null> {
  try {
    return await takeLock(draftLock(place, key), place.pid, place.command);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'StoreBusy') return null;
    throw error;
  }
}

async function openDraft(place: CachePlace, key: string, lock: Lock): Promise<CacheDraft> {
  const folder = draftFolder(place, key);
  const discard = async () => {
    await rm(folder, { recursive: true, force: true });
    await lock.release();
  };
  try {
    await makeFolder(place.folder, 0o700);
    await removeLeftovers(place);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    folder,
    discard,
    land: async facts => {
      try {
        const { bytes, crc } = await checkOf(join(folder, STORE_FILE));
        if (bytes > place.maxBytes) return false;
        const text = documentJson({ schema: SCHEMA, key, bytes, crc, facts });
        await writeFileAtomic(join(folder, FACTS_FILE), text, { mode: 0o600 });
        await writeFile(join(folder, USED_FILE), `${place.command}\n`, { mode: 0o600 });
        await renameNew(folder, entryFolder(place, key));
        await boundCache(place, key);
        return true;
      } finally {
        await discard();
      }
    },
  };
}

/** Another process may have landed the same entry meanwhile, which is as good. */
async function renameNew(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

async function isThere(folder: string): Promise<boolean> {
  try {
    await lstat(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

type Read = { readonly facts: JsonValue } | { readonly why: string };

/** Reads every byte: the engine would notice a damaged block too, but in the middle of the cases. */
async function readEntry(folder: string, key: string): Promise<Read> {
  for (const path of [folder, join(folder, STORE_FILE), join(folder, FACTS_FILE)]) {
    const stats = await lstat(path).catch(() => null);
    const isRight = path === folder ? stats?.isDirectory() : stats?.isFile();
    if (stats === null || isRight !== true) return { why: 'a file is missing' };
    if (path === folder && (stats.mode & 0o077) !== 0) return { why: 'others may look into it' };
  }
  const facts = factsFile.safeParse(await readJson(join(folder, FACTS_FILE)));
  if (!facts.success) return { why: `its ${FACTS_FILE} is not readable` };
  if (facts.data.key !== key) return { why: 'it is the entry of another store' };
  const { bytes, crc } = await checkOf(join(folder, STORE_FILE));
  if (bytes !== facts.data.bytes) return { why: `its size is ${bytes}, not ${facts.data.bytes}` };
  if (crc !== facts.data.crc) return { why: 'its bytes have changed' };
  return { facts: facts.data.facts };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function checkOf(path: string): Promise<{ readonly bytes: number; readonly crc: number }> {
  let bytes = 0;
  let crc = 0;
  for await (const block of createReadStream(path, { highWaterMark: 4 << 20 })) {
    bytes += block.length;
    crc = crc32(block, crc);
  }
  return { bytes, crc };
}
