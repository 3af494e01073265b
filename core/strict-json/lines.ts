import type { JsonValue } from '../json.ts';
import { startsWithMark } from './bytes.ts';
import type { JsonFault } from './fault.ts';
import { createLineSplitter, type LineRange } from './line-splitter.ts';
import { createJsonScanner } from './scanner.ts';
import { scannedValue } from './value.ts';

const MAX_LINE_BYTES = 16 << 20;
const EXCERPT_CHARACTERS = 200;
const BATCH_LINES = 64;

/** `line` counts from 1, blank lines included. `text`: the line as it stands; of a refused line its first 200 characters. */
export type JsonLine =
  | { readonly fault?: undefined; readonly line: number; readonly text: string; readonly value: JsonValue }
  | { readonly fault: JsonFault; readonly line: number; readonly text: string };

export type JsonLinesOptions = {
  /** Longest line, its end not counted; 16 MiB unless given. */
  readonly maxLineBytes?: number;
  /** Called once when the source begins with a byte-order mark, which is skipped. */
  readonly onByteOrderMark?: () => void;
};

/**
 * Reads JSON Lines strictly: UTF-8, LF or CRLF, blank lines skipped, the last line with or without its end.
 * A refused line is yielded with its fault and reading goes on. Holds one block and at most one line.
 * Yields 64 lines at a time: waiting for each costs more than reading it. evaluate.md 3.1, 6.2.
 */
export async function* readJsonLineBatches(
  source: AsyncIterable<Uint8Array>,
  options: JsonLinesOptions = {},
): AsyncGenerator<readonly JsonLine[]> {
  const splitter = createLineSplitter(options.maxLineBytes ?? MAX_LINE_BYTES);
  const read = createLineReader(options);
  let batch: JsonLine[] = [];
  for await (const block of source) {
    for (const range of splitter.push(block)) {
      const line = read(range);
      if (line !== undefined) batch.push(line);
      if (batch.length < BATCH_LINES) continue;
      yield batch;
      batch = [];
    }
  }
  for (const range of splitter.finish()) {
    const line = read(range);
    if (line !== undefined) batch.push(line);
  }
  if (batch.length > 0) yield batch;
}

/** `readJsonLineBatches`, one line at a time. */
export async function* readJsonLines(
  source: AsyncIterable<Uint8Array>,
  options: JsonLinesOptions = {},
): AsyncGenerator<JsonLine> {
  for await (const batch of readJsonLineBatches(source, options)) yield* batch;
}

/** Reads one line after the other; undefined for a blank one. */
function createLineReader(options: JsonLinesOptions): (range: LineRange) => JsonLine | undefined {
  const maxBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
  const scan = createJsonScanner();
  let line = 0;
  return range => {
    const { bytes, to } = range;
    let from = range.from;
    line += 1;
    if (line === 1 && startsWithMark(bytes.subarray(from, to))) {
      from += 3;
      options.onByteOrderMark?.();
    }
    if (range.tooLong) {
      return { line, text: excerpt(bytes, from, range.from + maxBytes), fault: tooLongFault(maxBytes) };
    }
    if (isBlankLine(bytes, from, to)) return undefined;
    const verdict = scan(bytes, from, to);
    if (verdict.fault !== undefined) return { line, text: excerpt(bytes, from, to), fault: verdict.fault };
    const text = bytes.toString('utf8', from, to);
    return { line, text, value: scannedValue(text, verdict.negativeZero) };
  };
}

function tooLongFault(maxBytes: number): JsonFault {
  const expected = maxBytes % (1 << 20) === 0 ? `${maxBytes >> 20} MiB` : `${maxBytes} bytes`;
  return { reason: 'size', byte: maxBytes, path: '', found: 'a longer line', expected };
}

function isBlankLine(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) {
    const byte = bytes[i];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}

/** The first 200 characters; bytes that are no UTF-8 show as U+FFFD. */
function excerpt(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString('utf8', from, Math.min(to, from + EXCERPT_CHARACTERS * 4));
  return [...text].slice(0, EXCERPT_CHARACTERS).join('');
}
