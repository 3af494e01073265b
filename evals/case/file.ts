import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Digest } from '../../core/digest.ts';
import { fileBlocks } from '../../core/file-blocks.ts';
import type { CaseFault } from './fault.ts';

/** A case file that is open: its bytes once, in blocks, and the digest of what was read so far. */
export type OpenCaseFile = {
  readonly blocks: AsyncIterable<Uint8Array>;
  readonly digest: () => Digest;
};

/** Opens a regular file for one reading. A pipe or a device is none: it may have no end and can not be read again. */
export async function openCaseFile(cwd: string, file: string): Promise<OpenCaseFile | CaseFault> {
  let handle: FileHandle;
  try {
    handle = await open(resolve(cwd, file), constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return unreadable(file, error instanceof Error ? error : new Error(String(error)));
  }
  if (!(await handle.stat()).isFile()) {
    await handle.close();
    return unreadableAs(file, 'something other than a regular file');
  }
  const hash = createHash('sha256');
  async function* blocks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const block of fileBlocks(handle)) {
        hash.update(block);
        yield block;
      }
    } finally {
      await handle.close();
    }
  }
  return { blocks: blocks(), digest: () => `sha256:${hash.copy().digest('hex')}` };
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  ELOOP: 'too many symbolic links',
};

function unreadable(file: string, error: Error & { readonly code?: string }): CaseFault {
  return unreadableAs(file, CAUSES[error.code ?? ''] ?? error.message);
}

function unreadableAs(file: string, found: string): CaseFault {
  return {
    path: '',
    reason: 'unreadable-file',
    found,
    expected: 'a readable case file',
    message: `case file \`${file}\` can not be read: ${found}`,
    hint: 'name case files by --goldens FILE or [eval] goldens in contextful.toml',
  };
}
