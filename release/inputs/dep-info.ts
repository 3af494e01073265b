import { resolve } from 'node:path';
import { isInside, shownPath } from '../../core/shown-path.ts';

/**
 * Files that a build read, from the dep-info that cargo leaves beside a binary (release.md 5.5): the paths after the
 * colon, blanks escaped by `\`. Those below the root come back relative to it, in order of appearance; others
 * belong to toolchain and registry.
 */
export function depInfoFiles(text: string, root: string): readonly string[] {
  const found = new Set<string>();
  for (const line of text.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon < 0 || line.startsWith('#')) continue;
    for (const written of line.slice(colon + 2).match(/(?:\\.|[^\s\\])+/g) ?? []) {
      const path = resolve(root, written.replace(/\\(.)/g, '$1'));
      if (path !== root && isInside(path, root)) found.add(shownPath(path, root));
    }
  }
  return [...found];
}

/**
 * Of those files the ones that no input of the cell covers. Build output is made from inputs, so it counts as covered.
 */
export function outsideKey(
  read: readonly string[],
  covered: {
    /** Folders of the graph's path packages with the files that their tree digest holds. */
    readonly trees: readonly { readonly folder: string; readonly files: ReadonlySet<string> }[];
    /** Paths of `file.` and `include.` inputs. */
    readonly files: ReadonlySet<string>;
    /** The target folder, relative to the root; undefined where it lies elsewhere. */
    readonly targetDir: string | undefined;
  },
): readonly string[] {
  return read.filter(path => {
    if (covered.files.has(path)) return false;
    if (covered.targetDir !== undefined && path.startsWith(`${covered.targetDir}/`)) return false;
    return !covered.trees.some(({ folder, files }) => {
      const start = folder === '' ? '' : `${folder}/`;
      return path.startsWith(start) && files.has(path.slice(start.length));
    });
  });
}
