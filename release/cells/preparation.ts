import { stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import type { Tool } from '../inputs/toolchain.ts';
import type { Cell } from '../plan/types.ts';

const GIB = 1 << 30;

/** Bytes that a user may still write where a folder is, or will be. */
export async function freeBytes(folder: string): Promise<number> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await statfs(at).catch(() => undefined);
    if (found !== undefined) return found.bavail * found.bsize;
    if (dirname(at) === at) return 0;
  }
}

/** Refuses BuildDiskPrecondition before any work (release.md 20.3); `free` in bytes. */
export function checkFreeSpace(free: number, minFreeGib: number, cellsAtOnce: number): void {
  const needed = minFreeGib * GIB * cellsAtOnce;
  if (free >= needed) return;
  throw refuse('BuildDiskPrecondition', {
    message: `${inGib(free)} GiB are free where ${cellsAtOnce} cells would build at once`,
    found: `${inGib(free)} GiB`,
    want: `${inGib(needed)} GiB`,
    hint: 'free the space, or lower --jobs or [release.build] min_free_gib',
    facts: { free, needed: Math.ceil(needed), cells: cellsAtOnce },
  });
}

function inGib(bytes: number): string {
  return (bytes / GIB).toFixed(1);
}

/** Arguments of the one `cargo fetch` of a run, before its cells (release.md 4.5). */
export function fetchArguments(cells: readonly Pick<Cell, 'target'>[]): readonly string[] {
  const targets = [...new Set(cells.map(({ target }) => target))];
  return ['fetch', '--locked', ...targets.flatMap(target => ['--target', target])];
}

/** Gets what the cells need, so that they do not do it at the same time. The only step that may see registry tokens. */
export async function fetchCrates(cells: readonly Pick<Cell, 'target'>[], tool: Tool): Promise<void> {
  const args = fetchArguments(cells);
  const result = await tool('cargo', args);
  if (result.exitCode === 0) return;
  const lines = result.stderr.trimEnd().split('\n');
  throw refuse('CellBuildFailed', {
    message: `cargo fetch exited ${result.exitCode ?? result.signal ?? 'early'}`,
    excerpt: lines.filter(line => line.startsWith('error')).slice(0, 5),
    found: lines.at(-1) ?? '',
    want: 'every crate of Cargo.lock',
    hint: 'mend the lock or the registry; --offline uses what is there',
    facts: { argv: ['cargo', ...args], exit: result.exitCode ?? null },
  });
}

/** The binary of a cell in a `--prebuilt` folder, or PrebuiltMissing for that cell alone (release.md 4.8). */
export async function prebuiltBinary(
  folder: string,
  cell: Pick<Cell, 'id' | 'profile' | 'target'>,
  binary: string,
): Promise<{ readonly path: string; readonly size: number } | Refusal> {
  const below = `${cell.target}/${cell.profile}/${binary}`;
  const path = join(folder, below);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile()) return { path, size: stats.size };
  return refuse('PrebuiltMissing', {
    message: `${cell.id}: there is no prebuilt binary`,
    found: stats === undefined ? 'no such file' : 'no regular file',
    want: below,
    facts: { cell: cell.id, path: below },
  });
}
