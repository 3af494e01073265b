import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../../core/digest.ts';
import { readRegular } from '../../core/regular-file.ts';

/** Git's mode of a file and the SHA-256 of its bytes; of a link, of its target text. */
export type TreeFile = { readonly mode: string; readonly sha256: string; readonly path: string };

/** One line per file, `<mode> <sha256> <path>`, bytewise by path (release.md 5.2). */
export function treeLines(files: readonly TreeFile[]): string {
  return [...files]
    .sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
    .map(({ mode, sha256, path }) => `${mode} ${sha256} ${path}\n`)
    .join('');
}

export function treeDigest(files: readonly TreeFile[]): string {
  return sha256Hex(treeLines(files));
}

/**
 * Mode and digest of a listed file below the root; undefined where it is gone (git still lists what was deleted) or
 * is a folder (a submodule). Rejects with the file system's error when it cannot be read.
 */
export async function treeFile(root: string, path: string): Promise<TreeFile | undefined> {
  const file = join(root, path);
  const stats = await lstat(file).catch(absent);
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink()) return { mode: '120000', sha256: sha256Hex(await readlink(file)), path };
  if (!stats.isFile()) return undefined;
  const mode = (stats.mode & 0o111) === 0 ? '100644' : '100755';
  return { mode, sha256: sha256Hex(await readRegular(file)), path };
}

function absent(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}
