import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { RunDirectory } from '../run/run-directory.ts';
import { buildIndex, type IndexMeta } from './build-index.ts';
import { listAt, numberAt, objectAt, textAt } from './case-facts.ts';
import { folderBytes, folderSink, type IndexBytes, type IndexSink, memorySink } from './column-files.ts';
import { INDEX_FILES, INDEX_FORMAT } from './layout.ts';
import { isSameMark, type SourceMark, sourceMarks } from './source-marks.ts';
import type { OpenRunOptions } from './types.ts';

export type StoredIndex = { readonly cases: number; readonly bytes: IndexBytes };

/** What an index is of: where it lies, what its sources are like now, and how it is made. */
export type Indexed = {
  readonly folder: string;
  readonly marks: () => readonly SourceMark[];
  readonly build: (sink: IndexSink, options: OpenRunOptions) => Promise<IndexMeta>;
  /** Files beside those that every index has. */
  readonly further?: readonly string[];
};

export function ofRun(run: RunDirectory): Indexed {
  return {
    folder: run.file('index'),
    marks: () => sourceMarks(run),
    build: (sink, options) => buildIndex(run, sink, options),
  };
}

/**
 * An index, made where it is missing, stale or torn. It is written aside and renamed; where nothing can be written it
 * is in memory.
 */
export async function storedIndex(indexed: Indexed, options: OpenRunOptions = {}): Promise<StoredIndex> {
  return freshIndex(indexed) ?? (await makeIndex(indexed, options));
}

/** undefined: there is none that can be used. */
export function freshIndex({ folder, marks, further = [] }: Indexed): StoredIndex | undefined {
  const meta = readMeta(folder);
  if (meta === undefined || meta.format !== INDEX_FORMAT) return undefined;
  const now = marks();
  if (now.length !== meta.sources.length) return undefined;
  if (!now.every((mark, i) => isSameMark(meta.sources[i], mark))) return undefined;
  if (![...INDEX_FILES, ...further].every(file => Object.hasOwn(meta.files, file))) return undefined;
  const isWhole = Object.entries(meta.files).every(
    ([file, bytes]) => statSync(join(folder, file), { throwIfNoEntry: false })?.size === bytes,
  );
  return isWhole ? { cases: meta.cases, bytes: folderBytes(folder) } : undefined;
}

async function makeIndex(indexed: Indexed, options: OpenRunOptions): Promise<StoredIndex> {
  const { folder, build } = indexed;
  const aside = `${folder}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(aside, { mode: 0o700 });
  } catch {
    return inMemory(indexed, options);
  }
  const sink = folderSink(aside);
  try {
    const meta = await build(sink, options);
    sink.close();
    land(aside, folder);
    return { cases: meta.cases, bytes: folderBytes(folder) };
  } catch (error) {
    sink.close();
    rmSync(aside, { recursive: true, force: true });
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
      return inMemory(indexed, options);
    }
    throw error;
  }
}

async function inMemory({ build }: Indexed, options: OpenRunOptions): Promise<StoredIndex> {
  const sink = memorySink();
  const meta = await build(sink, options);
  return { cases: meta.cases, bytes: sink.bytes };
}

/** A folder is not renamed over a full one; who comes second finds the other's, which is as good. */
function land(aside: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  renameSync(aside, folder);
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
