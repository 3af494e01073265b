import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { canonicalJson } from '../../core/canonical-json.ts';
import { refuse } from '../../spec/refusals.ts';
import type { RunDirectory } from '../run/run-directory.ts';
import { parseObject, scanResult, textAt } from './case-facts.ts';
import type { IndexSink } from './column-files.ts';
import { type IndexRows, indexRows, NOWHERE, type Span } from './index-rows.ts';
import { ItemScanner } from './item-scanner.ts';
import { INDEX_FORMAT } from './layout.ts';
import { type LineSpan, lineSpans } from './line-spans.ts';
import { type SourceMark, sourceMarks } from './source-marks.ts';
import type { OpenRunOptions } from './types.ts';

/** What an index says of itself; it counts only while its sources are as they were. */
export type IndexMeta = {
  readonly format: number;
  readonly cases: number;
  readonly sources: readonly SourceMark[];
  /** Bytes of every file. */
  readonly files: { readonly [file: string]: number };
};

const BLOCK_BYTES = 1 << 20;
const LISTS = [['cases'], ['judge', 'cases']] as const;

/**
 * Reads a run's files once, side by side, and writes the columns of its index. Memory is bounded by the largest case
 * and the distinct words. Between blocks the event loop has its turn. Rejects with RunUnreadable (3) where the report
 * breaks off, naming the byte.
 */
export async function buildIndex(
  run: RunDirectory,
  sink: IndexSink,
  { signal, onProgress }: OpenRunOptions = {},
): Promise<IndexMeta> {
  const sources = sourceMarks(run);
  const rows = indexRows(sink);
  const scanner = new ItemScanner(LISTS);
  const judged = judgedSpans(rows);
  const companions = {
    results: companion(lineSpans(run.file('results.jsonl')), line => scanResult(line.bytes).id),
    goldens: companion(lineSpans(run.file('cases.jsonl')), line => textAt(parseObject(line.bytes), 'id')),
  };
  const file = await open(run.file('report.json'), 'r');
  try {
    const { size } = await file.stat();
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(block, 0, block.length, at);
      if (bytesRead === 0) break;
      for (const item of scanner.push(block.subarray(0, bytesRead))) {
        if (item.list === 1) judged.add({ start: item.start, length: item.bytes.length });
        else if (addCase(rows, companions, item.bytes, item.start) === 'error') judged.skip(rows.count() - 1);
      }
      at += bytesRead;
      onProgress?.({ n: rows.count(), of: estimatedCases(rows.count(), at, size) });
      await setImmediate();
      signal?.throwIfAborted();
    }
  } finally {
    await file.close();
    companions.results.end();
    companions.goldens.end();
  }
  const broken = scanner.brokenAt();
  if (broken !== null) throw brokenOff(run, broken);
  return finishIndex(rows, sink, sources, { 'head.json': scanner.head() });
}

/** Ends the columns and writes what the index says of itself. others: what is not of a single case, by file. */
export function finishIndex(
  rows: IndexRows,
  sink: IndexSink,
  sources: readonly SourceMark[],
  others: Others,
): IndexMeta {
  const files: Record<string, number> = { ...rows.finish() };
  for (const [file, bytes] of Object.entries(others)) {
    files[file] = bytes.length;
    sink.append(file, bytes);
  }
  const meta: IndexMeta = { format: INDEX_FORMAT, cases: rows.count(), sources, files };
  const text = canonicalJson({ ...meta, sources: sources.map(mark => ({ ...mark })) });
  sink.append('meta.json', Buffer.from(`${text}\n`));
  return meta;
}

type Others = { readonly 'head.json': Buffer } & { readonly [file: string]: Buffer };

/** How many cases there will be, by how far the file was read. */
export function estimatedCases(cases: number, at: number, size: number): number {
  return at >= size ? cases : Math.max(cases, Math.round((cases * size) / at));
}

type Companions = { readonly results: Companion; readonly goldens: Companion };

function addCase(
  rows: IndexRows,
  { results, goldens }: Companions,
  bytes: Buffer,
  start: number,
): string | undefined {
  const report = parseObject(bytes);
  const id = textAt(report, 'id') ?? '';
  const result = results.of(id);
  const golden = goldens.of(id);
  rows.add({
    report,
    golden: golden === undefined ? undefined : parseObject(golden.bytes),
    latency: result === undefined ? Number.NaN : scanResult(result.bytes).latency,
    spans: { offsets: { start, length: bytes.length }, results: spanOf(result), goldens: spanOf(golden) },
  });
  return textAt(report, 'outcome');
}

function spanOf(line: LineSpan | undefined): Span {
  return line === undefined ? NOWHERE : { start: line.start, length: line.bytes.length };
}

/** A file with a line for each case, in the same order; a line of another case waits until its case comes. */
type Companion = { readonly of: (id: string) => LineSpan | undefined; readonly end: () => void };

function companion(lines: Generator<LineSpan>, idOf: (line: LineSpan) => string | undefined): Companion {
  const held: LineSpan[] = [];
  const next = (): LineSpan | undefined => held.pop() ?? lines.next().value ?? undefined;
  return {
    of: id => {
      for (let line = next(); line !== undefined; line = next()) {
        const found = idOf(line);
        if (found === id) return line;
        // A torn line belongs to nobody.
        if (found === undefined) continue;
        held.push({ start: line.start, bytes: Buffer.from(line.bytes) });
        return undefined;
      }
      return undefined;
    },
    end: () => {
      lines.return(undefined);
    },
  };
}

/** Judged cases stand behind the others in the report, in the same order; errored ones have none. */
function judgedSpans(rows: IndexRows) {
  const errored: number[] = [];
  let at = 0;
  let skipped = 0;
  return {
    skip: (ordinal: number): void => {
      errored.push(ordinal);
    },
    add: (span: Span): void => {
      for (; errored[skipped] === at; at += 1, skipped += 1) rows.addJudged(NOWHERE);
      rows.addJudged(span);
      at += 1;
    },
  };
}

function brokenOff(run: RunDirectory, byte: number): Error {
  return refuse('RunUnreadable', {
    message: `a file of run \`${run.id}\` is damaged`,
    place: { file: run.file('report.json') },
    found: `the report breaks off at byte ${byte}`,
    want: 'the document that the run wrote',
    facts: { run: run.id, byte },
  });
}
