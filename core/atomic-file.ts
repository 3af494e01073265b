import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Bytes of an Iterable are taken before its next part is asked for. */
type Content = string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>;

/** A whole temporary sibling on disk: `land` renames it over its target, `discard` removes it. */
export type StagedFile = { readonly land: () => Promise<void>; readonly discard: () => Promise<void> };

/**
 * Replaces a file whole: a temporary sibling is written and fsynced, then renamed over it, then the folder
 * is fsynced. A crash at any point leaves the old bytes or the new ones. Rejects with the file system's
 * error, and then the old file is untouched and the sibling gone. A device or a pipe is written to.
 */
export async function writeFileAtomic(
  path: string,
  content: Content,
  options: { readonly mode?: number } = {},
): Promise<void> {
  const staged = await stageFile(path, content, options);
  await staged.land();
}

/**
 * The first half of writeFileAtomic, for files that land together: all are staged before one lands. mode: as
 * given, whatever the umask; 0644 within the umask when left out.
 */
export async function stageFile(
  path: string,
  content: Content,
  options: { readonly mode?: number } = {},
): Promise<StagedFile> {
  if (await isSpecial(path)) return intoSpecial(path, content);
  const sibling = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  const discard = () => unlink(sibling).catch(() => undefined);
  const handle = await open(sibling, 'wx', options.mode ?? 0o644);
  try {
    await writeWhole(handle, content);
    if (options.mode !== undefined) await handle.chmod(options.mode);
    await handle.sync();
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await discard();
    throw error;
  }
  const land = async () => {
    try {
      await rename(sibling, path);
    } catch (error) {
      await discard();
      throw error;
    }
    await syncFolder(dirname(path));
  };
  return { land, discard };
}

/** `/dev/null`, `/dev/stdout`, a pipe: a rename would put a file in its place, for everyone. */
async function isSpecial(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

function intoSpecial(path: string, content: Content): StagedFile {
  const land = async () => {
    const handle = await open(path, 'w');
    try {
      await writeWhole(handle, content);
    } finally {
      await handle.close();
    }
  };
  return { land, discard: async () => undefined };
}

/** Makes a folder and its missing parents; `mode` is that of the last one. */
export async function makeFolder(path: string, mode = 0o755): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await mkdir(path, { recursive: true, mode });
}

async function writeWhole(handle: FileHandle, content: Content): Promise<void> {
  if (typeof content === 'string' || content instanceof Uint8Array) await handle.writeFile(content);
  else if (Symbol.asyncIterator in content) for await (const block of content) await handle.writeFile(block);
  else await writeParts(handle, content);
}

const BLOCK_BYTES = 1 << 20;

/** Joins small parts in one buffer: a long document costs few writes, and no text as long as a block. */
async function writeParts(handle: FileHandle, parts: Iterable<string | Uint8Array>): Promise<void> {
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  let filled = 0;
  for (const part of parts) {
    // No code unit takes more than three bytes.
    const most = typeof part === 'string' ? part.length * 3 : part.length;
    if (filled > 0 && filled + most > BLOCK_BYTES) {
      await handle.writeFile(block.subarray(0, filled));
      filled = 0;
    }
    if (most > BLOCK_BYTES) await handle.writeFile(part);
    else if (typeof part === 'string') filled += block.write(part, filled);
    else {
      block.set(part, filled);
      filled += part.length;
    }
  }
  if (filled > 0) await handle.writeFile(block.subarray(0, filled));
}

async function syncFolder(path: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch {
    // Windows opens no folders; there the rename itself is what we have.
    return;
  }
  try {
    await handle.sync();
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  } finally {
    await handle.close();
  }
}

function isUnsupported(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EINVAL' || code === 'EPERM' || code === 'EISDIR' || code === 'ENOTSUP';
}
