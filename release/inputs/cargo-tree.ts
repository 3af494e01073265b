import { relative, sep } from 'node:path';

/** A package of a cell's graph; `folder`, relative to the root, only where it is a path package. */
export type GraphPackage = { readonly name: string; readonly version: string; readonly folder?: string };

/** Arguments of the `cargo tree` that gives the packages which are compiled for a cell, on either side. */
export function treeArguments(
  packageName: string,
  cell: { readonly features: readonly string[]; readonly target: string },
  offline: boolean,
): readonly string[] {
  return [
    'tree',
    '--locked',
    ...(offline ? ['--offline'] : []),
    '-p',
    packageName,
    '--no-default-features',
    '--features',
    cell.features.join(','),
    '--target',
    cell.target,
    '-e',
    'normal,build',
    '--prefix',
    'none',
    '--format',
    '{p}|',
  ];
}

/** Packages of that output, each once. `root` is the absolute folder of the workspace. */
export function readTree(output: string, root: string): readonly GraphPackage[] {
  const packages = new Map<string, GraphPackage>();
  for (const line of output.split('\n')) {
    const match = LINE.exec(line);
    if (match === null) continue;
    const [, name = '', version = '', rest = ''] = match;
    const path = PATH.exec(rest)?.[1];
    const found: GraphPackage = {
      name,
      version,
      ...(path === undefined ? {} : { folder: relative(root, path).split(sep).join('/') }),
    };
    packages.set(`${name} ${version} ${found.folder ?? ''}`, found);
  }
  return [...packages.values()];
}

/** `tinylog v0.2.1|`, `core v0.3.0 (/root/crates/core)|`, `macros v0.3.0 (proc-macro) (/root/crates/macros)| (*)` */
const LINE = /^(\S+) v(\S+?)((?: \(.*\))?)\|/;
/** Git sources stand there as an address, which no absolute path is. */
const PATH = /^ (?:\(proc-macro\) )?\(((?:\/|[A-Za-z]:[\\/]).*)\)$/;
