import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareCodePoints } from '../../core/code-points.ts';
import type { Context } from '../../core/context.ts';
import { matchesGlob } from '../../core/glob.ts';
import type { GraphPackage } from './cargo-tree.ts';
import { listedFiles } from './listed-files.ts';
import { type LockedSources, readLock } from './lock.ts';
import { type TreeFile, treeDigest, treeFile } from './tree-digest.ts';

/** The files of a workspace, each read at most once for all cells. */
export type Sources = {
  readonly locked: LockedSources;
  /** Digest of a path package's own files, and `<mode> <sha256>` of each by its path inside the package. */
  readonly tree: (folder: string) => Promise<Tree>;
  /** SHA-256 of a file below the root; undefined where there is none. */
  readonly file: (path: string) => Promise<string | undefined>;
  /** Paths below the root that globs name, sorted. */
  readonly matching: (globs: readonly string[]) => readonly string[];
};

export type Tree = { readonly digest: string; readonly files: ReadonlyMap<string, string> };

export async function readSources(
  root: string,
  exclude: readonly string[],
  context: Context,
): Promise<Sources> {
  const listed = await listedFiles(root, context);
  const lock = join(root, 'Cargo.lock');
  const known = new Map<string, Promise<TreeFile | undefined>>();
  const read = (path: string) => {
    const found = known.get(path) ?? treeFile(root, path);
    known.set(path, found);
    return found;
  };
  const trees = new Map<string, Promise<Tree>>();
  const tree = (folder: string) => {
    const found = trees.get(folder) ?? readTree(folder, root, listed, exclude, read, context);
    trees.set(folder, found);
    return found;
  };
  return {
    locked: existsSync(lock) ? readLock(await readFile(lock, 'utf8')) : new Map(),
    tree,
    file: async path => (await read(path))?.sha256,
    matching: globs => matching(root, listed, globs),
  };
}

/** The manifests and settings that shape a graph (release.md 5.1), by path below the root. */
export function shapingFiles(graph: readonly GraphPackage[]): readonly string[] {
  const members = graph.flatMap(({ folder }) => (folder === undefined ? [] : [manifestIn(folder)]));
  return [...new Set(['Cargo.toml', ...members, ...SETTINGS])].sort(compareCodePoints);
}

const SETTINGS = ['.cargo/config', '.cargo/config.toml', 'rust-toolchain', 'rust-toolchain.toml'];

function manifestIn(folder: string): string {
  return folder === '' ? 'Cargo.toml' : `${folder}/Cargo.toml`;
}

async function readTree(
  folder: string,
  root: string,
  listed: readonly string[],
  exclude: readonly string[],
  read: (path: string) => Promise<TreeFile | undefined>,
  context: Context,
): Promise<Tree> {
  // A path package may stand beside the root, where the root's own list does not reach.
  const isOutside = folder === '..' || folder.startsWith('../');
  const below = isOutside
    ? (await listedFiles(join(root, folder), context)).map(path => `${folder}/${path}`)
    : listed.filter(path => folder === '' || path.startsWith(`${folder}/`));
  const start = folder === '' ? 0 : folder.length + 1;
  const nested = below
    .filter(path => path.endsWith('/Cargo.toml') && path !== manifestIn(folder))
    .map(path => path.slice(0, -'Cargo.toml'.length));
  const own = below.filter(
    path => !nested.some(inner => path.startsWith(inner)) && !exclude.some(glob => matchesGlob(path, glob)),
  );
  const files = (await Promise.all(own.map(read))).filter(file => file !== undefined);
  return {
    digest: treeDigest(files),
    files: new Map(files.map(({ path, mode, sha256 }) => [path.slice(start), `${mode} ${sha256}`])),
  };
}

/** A path without signs counts also where git ignores the file. */
function matching(root: string, listed: readonly string[], globs: readonly string[]): readonly string[] {
  const found = globs.flatMap(glob => {
    if (!/[*?]/.test(glob)) return existsSync(join(root, glob)) ? [glob] : [];
    return listed.filter(path => matchesGlob(path, glob));
  });
  return [...new Set(found)].sort(compareCodePoints);
}
