import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileBlocks } from '../../core/file-blocks.ts';
import { fileFault, inputChanged, isErrno, notRegular, symlink } from './file-fault.ts';

/** A file of a corpus as it was when the corpus was opened. */
export type CorpusFile = {
  /** Absolute path, and the root below which no link is followed. */
  readonly path: string;
  readonly root: string;
  /** Path inside the corpus, `/` between segments: `rows/kb/articles.jsonl`. */
  readonly inCorpus: string;
  /** As the user would write it. */
  readonly shown: string;
  readonly stamp: FileStamp;
};

/** What tells one state of a file from another (evaluate.md 4.5). */
export type FileStamp = {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
};

export function stampOf(stats: BigIntStats): FileStamp {
  return { dev: stats.dev, ino: stats.ino, size: stats.size, mtimeNs: stats.mtimeNs };
}

/**
 * Hands the opened descriptor of a file to `use` and closes it afterwards. Refuses EvalInputChanged when the
 * file is not, before or after, the one that the corpus was opened with.
 */
export async function* readOpened<T>(
  file: CorpusFile,
  use: (handle: FileHandle) => AsyncIterable<T>,
): AsyncIterable<T> {
  const { handle, stats } = await openRegular(file.root, file.path, file.shown);
  try {
    requireUnchanged(file, stats);
    yield* use(handle);
    requireUnchanged(file, await handle.stat({ bigint: true }));
  } finally {
    await handle.close();
  }
}

/** The bytes of a file in blocks of at most 4 MiB. A block is good until the next one is asked for. */
export function readBlocks(file: CorpusFile): AsyncIterable<Uint8Array> {
  return readOpened(file, fileBlocks);
}

/** The same blocks, each good for ever, for streams that keep what they are given. */
export async function* readCopies(file: CorpusFile): AsyncIterable<Uint8Array> {
  for await (const block of readBlocks(file)) yield Uint8Array.from(block);
}

function requireUnchanged(file: CorpusFile, stats: BigIntStats): void {
  const now = stampOf(stats);
  for (const member of ['dev', 'ino', 'size', 'mtimeNs'] as const) {
    if (now[member] !== file.stamp[member]) throw inputChanged(file.shown, CHANGES[member]);
  }
}

const CHANGES = {
  dev: 'another file took its place',
  ino: 'another file took its place',
  size: 'another size',
  mtimeNs: 'another modification time',
} as const satisfies Record<keyof FileStamp, string>;

/**
 * Stat of a path whose components below the root are all looked at without following links; undefined where
 * nothing is there. Refuses EvalPathSymlink, naming the first link.
 */
export async function lstatBelow(
  root: string,
  path: string,
  shown: string,
): Promise<BigIntStats | undefined> {
  const segments = relative(root, path)
    .split(sep)
    .filter(segment => segment !== '');
  let current = root;
  let found = await lstat(current, { bigint: true });
  for (const [index, segment] of segments.entries()) {
    current = join(current, segment);
    try {
      found = await lstat(current, { bigint: true });
    } catch (error) {
      if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return undefined;
      throw fileFault(error, shown);
    }
    if (found.isSymbolicLink()) throw symlink(shown, segments.slice(0, index + 1).join('/'));
  }
  return found;
}

/**
 * Opens a regular file without following a link. The components are looked at again after opening and the
 * descriptor must be the file found there: a link swapped in meanwhile is refused, and later reads use the
 * descriptor alone. Refuses EvalPathSymlink, EvalInputChanged.
 */
export async function openRegular(
  root: string,
  path: string,
  shown: string,
): Promise<{ readonly handle: FileHandle; readonly stats: BigIntStats }> {
  const handle = await openNoFollow(path, shown);
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) throw notRegular(shown, stats);
    const named = await lstatBelow(root, path, shown);
    if (named?.ino !== stats.ino || named.dev !== stats.dev)
      throw inputChanged(shown, 'another file took its place');
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openNoFollow(path: string, shown: string): Promise<FileHandle> {
  try {
    // O_NONBLOCK: opening a FIFO must not wait for its writer.
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isErrno(error, 'ELOOP')) throw symlink(shown, shown);
    if (isErrno(error, 'ENXIO')) throw notRegular(shown);
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) throw inputChanged(shown, 'it is gone');
    throw fileFault(error, shown);
  }
}
