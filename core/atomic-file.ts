import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces a file whole: a temporary sibling is written and fsynced, then renamed over it, then the folder
 * is fsynced. A crash at any point leaves the old bytes or the new ones. Rejects with the file system's
 * error, and then the old file is untouched and the sibling gone.
 */
export async function writeFileAtomic(
  path: string,
  content: string | Uint8Array | Iterable<string>,
  options: { readonly mode?: number } = {},
): Promise<void> {
  const sibling = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(sibling, 'wx', options.mode ?? 0o644);
  try {
    await writeWhole(handle, content);
    await handle.sync();
    await handle.close();
    await rename(sibling, path);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(sibling).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes a folder and its missing parents; `mode` is that of the last one. */
export async function makeFolder(path: string, mode = 0o755): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await mkdir(path, { recursive: true, mode });
}

async function writeWhole(
  handle: FileHandle,
  content: string | Uint8Array | Iterable<string>,
): Promise<void> {
  if (typeof content === 'string' || content instanceof Uint8Array) {
    await handle.writeFile(content);
    return;
  }
  for (const part of blocks(content, 1 << 20)) await handle.writeFile(part);
}

/** Joins small parts so that a long document costs few writes. */
function* blocks(parts: Iterable<string>, size: number): Generator<string> {
  let block = '';
  for (const part of parts) {
    block += part;
    if (block.length >= size) {
      yield block;
      block = '';
    }
  }
  if (block !== '') yield block;
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
