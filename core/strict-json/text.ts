import type { JsonValue } from '../json.ts';
import { asBuffer, startsWithMark } from './bytes.ts';
import type { JsonFault } from './fault.ts';
import { createJsonScanner } from './scanner.ts';
import { scannedValue } from './value.ts';

/** `line` and `column` count from 1, columns in code points. */
type StrictJson =
  | { readonly fault?: undefined; readonly value: JsonValue }
  | { readonly fault: JsonFault; readonly line: number; readonly column: number };

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Reads one whole document strictly (the rules of `createJsonScanner`). A byte-order mark at the start is skipped. */
export function parseStrictJson(source: Uint8Array | string): StrictJson {
  const bytes = typeof source === 'string' ? encoded(source) : asBuffer(source);
  const start = startsWithMark(bytes) ? 3 : 0;
  const verdict = createJsonScanner()(bytes, start, bytes.length);
  if (verdict.fault === undefined) {
    return { value: scannedValue(bytes.toString('utf8', start), verdict.negativeZero) };
  }
  const before = bytes.toString('utf8', start, start + verdict.fault.byte);
  const line = before.split('\n').length;
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  return { fault: verdict.fault, line, column };
}

/** UTF-8 with lone surrogates kept as raw bytes, so that the scanner finds them where they stand. */
function encoded(text: string): Buffer {
  if (!LONE_SURROGATE.test(text)) return Buffer.from(text);
  const parts = text
    .split(/(\p{Surrogate})/u)
    .map((part, i) => (i % 2 === 0 ? Buffer.from(part) : raw(part)));
  return Buffer.concat(parts);
}

function raw(surrogate: string): Uint8Array {
  const unit = surrogate.charCodeAt(0);
  return Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
}
