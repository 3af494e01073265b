import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { RunDirectory } from '../run/run-directory.ts';
import { SOURCES } from './layout.ts';

/** Tells one state of a file from another; digest: of its first and last 64 KiB. bytes -1: it is not there. */
export type SourceMark = {
  readonly name: string;
  readonly bytes: number;
  readonly mtime_ms: number;
  readonly digest: string;
};

const EDGE_BYTES = 64 * 1024;

export function sourceMarks(run: RunDirectory): readonly SourceMark[] {
  return SOURCES.map(name => sourceMark(name, run.file(name)));
}

export function isSameMark(a: SourceMark | undefined, b: SourceMark): boolean {
  return (
    a !== undefined &&
    a.name === b.name &&
    a.bytes === b.bytes &&
    a.mtime_ms === b.mtime_ms &&
    a.digest === b.digest
  );
}

export function sourceMark(name: string, path: string): SourceMark {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return { name, bytes: -1, mtime_ms: 0, digest: '' };
  }
  try {
    const { size, mtimeMs } = fstatSync(file);
    const hash = createHash('sha256');
    const edge = Buffer.allocUnsafe(Math.min(EDGE_BYTES, size));
    for (const at of [0, Math.max(0, size - edge.length)]) {
      hash.update(edge.subarray(0, readSync(file, edge, 0, edge.length, at)));
    }
    return { name, bytes: size, mtime_ms: mtimeMs, digest: hash.digest('hex') };
  } finally {
    closeSync(file);
  }
}
