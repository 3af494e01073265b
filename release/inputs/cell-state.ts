import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { CellState } from '../plan/types.ts';
import { type CellRecord, recordPath } from './cell-record.ts';

/** The kept binary of a cell, beside its record. */
export function keptBinary(root: string, cell: string): string {
  return recordPath(root, cell).replace(/\.json$/, '.bin');
}

/**
 * What a cell needs (release.md 5.4): nothing when key, packing and every output are as recorded; packing again from
 * the kept binary when only those differ; else the build.
 */
export async function cellState(request: {
  readonly root: string;
  readonly out: string;
  readonly record: CellRecord | undefined;
  readonly key: string;
  readonly pack: string;
  readonly outputs: readonly string[];
  readonly otherwise: 'build' | 'prebuilt';
}): Promise<CellState> {
  const { record, root, otherwise } = request;
  if (record === undefined || record.key !== request.key || !record.reusable) return otherwise;
  const isPacked = record.pack === request.pack && (await areWhole(request.out, request.outputs, record));
  if (isPacked) return 'reuse';
  if (otherwise === 'prebuilt') return 'prebuilt';
  return (await fileSha256(keptBinary(root, record.cell))) === record.binary.sha256 ? 'repack' : 'build';
}

async function areWhole(out: string, names: readonly string[], record: CellRecord): Promise<boolean> {
  for (const name of names) {
    const want = record.outputs.get(name);
    if (want === undefined || (await fileSha256(join(out, name))) !== want) return false;
  }
  return true;
}

/** 64 hex digits; undefined where the file cannot be read. */
export async function fileSha256(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const block of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(block);
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}
