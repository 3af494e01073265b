import { readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { compareCodePoints } from '../../core/code-points.ts';
import { isAlive, readLock } from '../../core/lock.ts';
import {
  type CachePlace,
  draftLock,
  entryFolder,
  isEntryName,
  isMarkOfUse,
  keyOfDraft,
  prefixOfUse,
} from './cache-place.ts';

/** Removes entries, the one whose last use is oldest first, until the rest fits. `newest` and entries in use stay. */
export async function boundCache(place: CachePlace, newest: string): Promise<void> {
  const entries = await listEntries(place);
  let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const oldestFirst = entries.toSorted((a, b) => a.usedMs - b.usedMs || compareCodePoints(a.key, b.key));
  for (const entry of oldestFirst) {
    if (bytes <= place.maxBytes) return;
    if (entry.key === newest || (await isUsed(place, entry.key))) continue;
    if (await removeUnused(place, entry.key)) bytes -= entry.bytes;
  }
}

/** Takes an entry away whoever uses it: open files stay readable. It is gone at once, whole. */
export async function discardEntry(place: CachePlace, key: string): Promise<void> {
  const aside = asideFolder(place, key);
  if (await moved(entryFolder(place, key), aside)) await rm(aside, { recursive: true, force: true });
}

/** Removes what processes that died left behind. */
export async function removeLeftovers(place: CachePlace): Promise<void> {
  for (const name of await readdir(place.folder)) {
    const draftOf = keyOfDraft(name);
    const isLeft =
      draftOf === undefined ? name.startsWith('.old-') : !(await isHeld(draftLock(place, draftOf)));
    if (isLeft) await rm(join(place.folder, name), { recursive: true, force: true });
  }
  for (const name of (await readdir(place.locks)).filter(isMarkOfUse)) {
    const path = join(place.locks, name);
    if (!(await isHeld(path))) await unlink(path).catch(() => undefined);
  }
}

type Listed = { readonly key: string; readonly bytes: number; readonly usedMs: number };

async function listEntries(place: CachePlace): Promise<readonly Listed[]> {
  const keys = (await readdir(place.folder)).filter(isEntryName);
  return Promise.all(
    keys.map(async key => {
      const folder = entryFolder(place, key);
      const names = await readdir(folder).catch(() => []);
      const files = await Promise.all(
        names.map(async name => ({ name, stats: await stat(join(folder, name)).catch(() => null) })),
      );
      const used = files.find(({ name }) => name === 'used')?.stats;
      const bytes = files.reduce((sum, { stats }) => sum + (stats?.size ?? 0), 0);
      return { key, bytes, usedMs: used?.mtimeMs ?? 0 };
    }),
  );
}

/** Moved away first and looked at again: a run marks its use before it looks for the entry. */
async function removeUnused(place: CachePlace, key: string): Promise<boolean> {
  const aside = asideFolder(place, key);
  if (!(await moved(entryFolder(place, key), aside))) return false;
  if (await isUsed(place, key)) {
    await moved(aside, entryFolder(place, key));
    return false;
  }
  await rm(aside, { recursive: true, force: true });
  return true;
}

function asideFolder({ folder, pid }: CachePlace, key: string): string {
  return join(folder, `.old-${key}-${pid}`);
}

async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw error;
  }
}

async function isUsed(place: CachePlace, key: string): Promise<boolean> {
  const names = await readdir(place.locks).catch(() => []);
  for (const name of names.filter(each => each.startsWith(prefixOfUse(key)))) {
    const path = join(place.locks, name);
    if (await isHeld(path)) return true;
    await unlink(path).catch(() => undefined);
  }
  return false;
}

async function isHeld(path: string): Promise<boolean> {
  const holder = await readLock(path);
  return holder !== undefined && (await isAlive(holder));
}
