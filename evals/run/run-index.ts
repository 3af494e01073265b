import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../../core/canonical-json.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { RunDirectory } from './run-directory.ts';
import type { RunSummary } from './run-summary.ts';

/**
 * `.contextful/index/runs.jsonl` (tui-cli.md 20): the summaries of finished runs, so that a list of thousands reads
 * one file. Derived: it may be deleted, and a line counts only while its verdict file is as it was.
 */
export type RunIndex = ReadonlyMap<string, IndexedRun>;

type IndexedRun = { readonly mark: string; readonly summary: RunSummary };

const MAX_LINE = 4096;

export function readRunIndex(root: string): RunIndex {
  const index = new Map<string, IndexedRun>();
  let text: string;
  try {
    text = readFileSync(indexPath(root), 'utf8');
  } catch {
    return index;
  }
  for (const line of text.split('\n')) {
    const entry = parseLine(line);
    if (entry !== undefined) index.set(entry.summary.id, entry);
  }
  return index;
}

/** The summary that the index holds for a run, while its verdict file is the one that was read. */
export function indexedSummary(index: RunIndex, id: string, verdictFile: string): RunSummary | undefined {
  const entry = index.get(id);
  return entry !== undefined && entry.mark === verdictMark(verdictFile) ? entry.summary : undefined;
}

/** Appends finished runs in one write. A store that can not be written is only slower to list. */
export function appendToRunIndex(root: string, runs: readonly (readonly [RunDirectory, RunSummary])[]): void {
  const lines = runs.flatMap(([run, summary]) => {
    const mark = summary.state === 'finished' ? verdictMark(run.file('verdict.json')) : undefined;
    return mark === undefined ? [] : (fittingLine(mark, summary) ?? []);
  });
  if (lines.length === 0) return;
  try {
    mkdirSync(dirname(indexPath(root)), { recursive: true });
    appendFileSync(indexPath(root), lines.join(''), { mode: 0o600 });
  } catch {
    return;
  }
}

/** Paths hold tags, which may be long: as many reds as fit are kept. Undefined: not even without them. */
function fittingLine(mark: string, summary: RunSummary): string | undefined {
  for (let reds = summary.reds.length; reds >= 0; reds -= 1) {
    const kept = { ...summary, reds: summary.reds.slice(0, reds), means: { ...summary.means } };
    const line = `${canonicalJson({ mark, summary: kept })}\n`;
    if (Buffer.byteLength(line) <= MAX_LINE) return line;
  }
  return undefined;
}

function indexPath(root: string): string {
  return join(root, '.contextful', 'index', 'runs.jsonl');
}

/** Changes whenever the verdict file is replaced. */
function verdictMark(verdictFile: string): string | undefined {
  const stats = statSync(verdictFile, { throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.size}-${stats.mtimeMs}-${stats.ino}`;
}

function parseLine(line: string): IndexedRun | undefined {
  if (line === '') return undefined;
  try {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value) || typeof value['mark'] !== 'string' || !isJsonObject(value['summary']))
      return undefined;
    const summary = readSummary(value['summary']);
    return summary === undefined ? undefined : { mark: value['mark'], summary };
  } catch {
    // A torn last line, or one of another version.
    return undefined;
  }
}

function readSummary(value: JsonObject): RunSummary | undefined {
  const { id, verdict, bytes, reds, means } = value;
  if (typeof id !== 'string' || typeof verdict !== 'string' || typeof bytes !== 'number') return undefined;
  // A line of an earlier form: its run is read again.
  if (!Array.isArray(reds) || !isJsonObject(means)) return undefined;
  return {
    id,
    state: 'finished',
    verdict,
    bytes,
    exit: numberOrNull(value['exit']),
    tier: textOrNull(value['tier']),
    model: textOrNull(value['model']),
    k: numberOrNull(value['k']),
    cases: numberOrNull(value['cases']),
    unscored: numberOrNull(value['unscored']),
    recall: numberOrNull(value['recall']),
    worst: textOrNull(value['worst']),
    reds: reds.filter(path => typeof path === 'string'),
    means: Object.fromEntries(Object.entries(means).map(([name, mean]) => [name, numberOrNull(mean)])),
    stamp: textOrNull(value['stamp']),
    took_ms: numberOrNull(value['took_ms']),
    started: textOrNull(value['started']),
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
