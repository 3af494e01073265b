import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../spec/refusals.ts';

export type RootInput = {
  readonly cwd: string;
  /** `--root`, then `--config`, then their variables; the first that is set decides. */
  readonly root: string | undefined;
  readonly config: string | undefined;
};

export type Root =
  | { readonly ok: true; readonly root: string; readonly configPath: string | undefined }
  | { readonly ok: false; readonly refusal: Refusal };

const FILE = 'contextful.toml';

/**
 * The project (tui-cli.md 7): the directory named, else the folder of the configuration named, else the nearest
 * folder upwards whose contextful.toml has a top-level integer `version`, not above the git top level.
 */
export function findRoot({ cwd, root, config }: RootInput): Root {
  if (config !== undefined && !isFile(config)) return { ok: false, refusal: noConfig(config) };
  if (root !== undefined) {
    if (!isFolder(root)) return { ok: false, refusal: noRoot(root, `there is no directory ${root}`) };
    const own = join(root, FILE);
    return { ok: true, root, configPath: config ?? (isFile(own) ? own : undefined) };
  }
  if (config !== undefined) return { ok: true, root: dirname(config), configPath: config };
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, FILE);
    if (isProjectFile(path)) return { ok: true, root: folder, configPath: path };
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) break;
  }
  return { ok: false, refusal: noRoot(cwd, `no ${FILE} with a version in ${cwd} or above it`) };
}

/** A corpus or a target has a contextful.toml too, without `version`. A broken project file still counts as one. */
function isProjectFile(path: string): boolean {
  if (!isFile(path)) return false;
  const [top = ''] = readFileSync(path, 'utf8').split(/^[ \t]*\[/m, 1);
  return /^[ \t]*(?:version|"version"|'version')[ \t]*=[ \t]*[+-]?\d/m.test(top);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function noConfig(path: string): Refusal {
  return refuse('ConfigNotFound', { message: `there is no file \`${path}\``, place: { file: path } });
}

function noRoot(path: string, message: string): Refusal {
  return refuse('RootNotFound', {
    message,
    found: path,
    want: `a folder whose ${FILE} begins with version = 1`,
    hint: `write ${FILE} with the line version = 1, or pass --root DIR`,
  });
}
