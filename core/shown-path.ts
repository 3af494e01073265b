import { relative, sep } from 'node:path';

/** As the user would write it: relative to `from` where it lies inside, else absolute; `/` between segments. */
export function shownPath(path: string, from: string): string {
  if (!isInside(path, from)) return path;
  return relative(from, path).split(sep).join('/') || '.';
}

/** Whether an absolute path is a folder or lies below it; links are not followed. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
