import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { makeFolder, writeFileAtomic } from '../../core/atomic-file.ts';
import { documentJson } from '../../core/canonical-json.ts';
import type { Nanoseconds } from '../../core/time.ts';
import type { FileDigest } from './digest.ts';
import { isErrno } from './file-fault.ts';
import type { FileStamp } from './open-file.ts';

/** Digests of files by device, inode, size and mtime, kept between runs (evaluate.md 4.5). */
export type DigestMemory = ReadonlyMap<string, string>;

const SCHEMA = 'contextful.eval.digests/1';
const MOST_FILES = 10_000;
/** A file written again within the resolution of its mtime would look unchanged. */
const SETTLED_AFTER_NS = 2_000_000_000n;

const memoryFile = z.strictObject({
  schema: z.literal(SCHEMA),
  files: z.array(z.tuple([z.string(), z.string().regex(/^[0-9a-f]{64}$/)])),
});

/** What an earlier run remembered; nothing where the file is missing or damaged, for it only saves time. */
export async function loadDigestMemory(path: string): Promise<DigestMemory> {
  try {
    const parsed = memoryFile.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return new Map(parsed.success ? parsed.data.files : []);
  } catch (error) {
    if (error instanceof SyntaxError || isErrno(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return new Map();
    throw error;
  }
}

/** For `digestCorpus`: the digest of a file in a remembered state. */
export function recallFrom(memory: DigestMemory): (stamp: FileStamp) => string | undefined {
  return stamp => memory.get(stateOf(stamp));
}

/**
 * Adds digests to what is remembered and writes it whole, at most 10,000 files, the newest kept. Files
 * modified less than two seconds before `startedNs`, the start of the run that hashed them, are left out.
 */
export async function saveDigestMemory(
  path: string,
  memory: DigestMemory,
  digests: readonly FileDigest[],
  startedNs: Nanoseconds,
): Promise<void> {
  const merged = new Map(memory);
  for (const { stamp, sha256 } of digests) {
    const state = stateOf(stamp);
    merged.delete(state);
    if (stamp.mtimeNs + SETTLED_AFTER_NS < startedNs) merged.set(state, sha256);
  }
  await makeFolder(dirname(path));
  await writeFileAtomic(path, documentJson({ schema: SCHEMA, files: [...merged].slice(-MOST_FILES) }));
}

function stateOf({ dev, ino, size, mtimeNs }: FileStamp): string {
  return [dev, ino, size, mtimeNs].join(':');
}
