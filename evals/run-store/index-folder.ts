import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { RunDirectory } from '../run/run-directory.ts';
import { buildIndex, type IndexMeta } from './build-index.ts';
import { listAt, numberAt, objectAt, textAt } from './case-facts.ts';
import { folderBytes, folderSink, type IndexBytes, memorySink } from './column-files.ts';
import { INDEX_FORMAT } from './layout.ts';
import { isSameMark, type SourceMark, sourceMarks } from './source-marks.ts';
import type { OpenRunOptions } from './types.ts';

export type StoredIndex = { readonly cases: number; readonly bytes: IndexBytes };

/**
 * The index of a run, made where it is missing, stale or torn. It is written aside and renamed; a store that can not be
 * written has it in memory.
 */
export async function runIndexOf(run: RunDirectory, options: OpenRunOptions = {}): Promise<StoredIndex> {
  return freshIndex(run) ?? (await makeIndex(run, options));
}

/** undefined: there is none that can be used. */
export function freshIndex(run: RunDirectory): StoredIndex | undefined {
  const folder = indexFolder(run);
  const meta = readMeta(folder);
  if (meta === undefined || meta.format !== INDEX_FORMAT) return undefined;
  const marks = sourceMarks(run);
  if (marks.length !== meta.sources.length) return undefined;
  if (!marks.every((mark, i) => isSameMark(meta.sources[i], mark))) return undefined;
  const isWhole = Object.entries(meta.files).every(
    ([file, bytes]) => statSync(join(folder, file), { throwIfNoEntry: false })?.size === bytes,
  );
  return isWhole ? { cases: meta.cases, bytes: folderBytes(folder) } : undefined;
}

async function makeIndex(run: RunDirectory, options: OpenRunOptions): Promise<StoredIndex> {
  const aside = `${indexFolder(run)}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    mkdirSync(aside, { mode: 0o700 });
  } catch {
    return inMemory(run, options);
  }
  const sink = folderSink(aside);
  try {
    const meta = await buildIndex(run, sink, options);
    sink.close();
    land(aside, indexFolder(run));
    return { cases: meta.cases, bytes: folderBytes(indexFolder(run)) };
  } catch (error) {
    sink.close();
    rmSync(aside, { recursive: true, force: true });
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return inMemory(run, options);
    throw error;
  }
}

async function inMemory(run: RunDirectory, options: OpenRunOptions): Promise<StoredIndex> {
  const sink = memorySink();
  const meta = await buildIndex(run, sink, options);
  return { cases: meta.cases, bytes: sink.bytes };
}

/** A folder is not renamed over a full one; who comes second finds the other's, which is as good. */
function land(aside: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  renameSync(aside, folder);
}

export function indexFolder(run: RunDirectory): string {
  return run.file('index');
}

function readMeta(folder: string): IndexMeta | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8'));
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const files: Record<string, number> = {};
  for (const [file, bytes] of Object.entries(objectAt(value, 'files') ?? {})) {
    if (typeof bytes === 'number') files[file] = bytes;
  }
  const cases = numberAt(value, 'cases');
  if (!Number.isInteger(cases) || cases < 0) return undefined;
  return {
    format: numberAt(value, 'format'),
    cases,
    sources: listAt(value, 'sources').filter(isJsonObject).map(markOf),
    files,
  };
}

function markOf(value: JsonObject): SourceMark {
  return {
    name: textAt(value, 'name') ?? '',
    bytes: numberAt(value, 'bytes'),
    mtime_ms: numberAt(value, 'mtime_ms'),
    digest: textAt(value, 'digest') ?? '',
  };
}
