import type { TokenFault } from './fault.ts';
import { skipPlainRun } from './plain-run.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Plain bytes after which reading by words pays. */
const LONG_RUN = 24;

/** 1 for the bytes that end a run of plain ASCII text: quote, backslash, controls, and every byte of a longer character. */
const ENDS_RUN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte >= 0x80 || byte === QUOTE || byte === BACKSLASH ? 1 : 0,
);

const HEX = Int8Array.from({ length: 256 }, (_, byte) => Number.parseInt(String.fromCharCode(byte), 16) || 0);
const IS_HEX = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[0-9a-fA-F]/.test(String.fromCharCode(byte)) ? 1 : 0,
);
const IS_SHORT_ESCAPE = Uint8Array.from({ length: 256 }, (_, byte) =>
  '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * End of the string whose opening quote stands before `from`: the index after its closing quote. A fault is
 * the negative number -1 - index; `stringFault` then says what is wrong there.
 */
export function endOfString(bytes: Uint8Array, from: number, end: number): number {
  let i = from;
  let longAt = from + LONG_RUN;
  while (i < end) {
    const byte = bytes[i] as number;
    if (ENDS_RUN[byte] === 0) {
      i += 1;
      if (i === longAt) {
        i = skipPlainRun(bytes, i, end);
        longAt = i + LONG_RUN;
      }
    } else if (byte === QUOTE) return i + 1;
    else {
      if (byte < 0x20) return -1 - i;
      i = byte === BACKSLASH ? endOfEscape(bytes, i, end) : endOfCharacter(bytes, i, end);
      if (i < 0) return i;
      longAt = i + LONG_RUN;
    }
  }
  return -1 - end;
}

/** End of the well-formed UTF-8 sequence of two to four bytes at `at` (Unicode table 3-7), or -1 - at. */
export function endOfCharacter(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] as number;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (lead < 0xc2 || lead > 0xf4 || at + length > end) return -1 - at;
  const second = bytes[at + 1] as number;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return -1 - at;
  if (length > 2 && !continues(bytes[at + 2] as number)) return -1 - at;
  if (length > 3 && !continues(bytes[at + 3] as number)) return -1 - at;
  return at + length;
}

/** What is wrong at an index that `endOfString` or `endOfCharacter` gave. */
export function stringFault(bytes: Uint8Array, at: number, end: number): TokenFault {
  if (at >= end) return { reason: 'json', byte: at, found: 'the end', expected: 'a closing quote' };
  const byte = bytes[at] as number;
  if (byte === BACKSLASH) return escapeFault(bytes, at, end);
  if (byte === 0) return { reason: 'encoding', byte: at, found: 'NUL', expected: 'UTF-8 text without NUL' };
  if (byte < 0x20) {
    return { reason: 'json', byte: at, found: `control character ${hexByte(byte)}`, expected: 'an escape' };
  }
  const second = at + 1 < end ? (bytes[at + 1] as number) : 0;
  if (byte === 0xed && second >= 0xa0 && second <= 0xbf && at + 2 < end) {
    const unit = 0xd000 | ((second & 0x3f) << 6) | ((bytes[at + 2] as number) & 0x3f);
    return {
      reason: 'surrogate',
      byte: at,
      found: `\\u${unit.toString(16)} as raw bytes`,
      expected: 'UTF-8 text',
    };
  }
  return { reason: 'encoding', byte: at, found: `byte ${hexByte(byte)}`, expected: 'UTF-8 text' };
}

function endOfEscape(bytes: Uint8Array, at: number, end: number): number {
  const letter = at + 1 < end ? (bytes[at + 1] as number) : 0;
  if (IS_SHORT_ESCAPE[letter] === 1) return at + 2;
  const unit = escapedUnit(bytes, at, end);
  if (unit <= 0 || isLow(unit)) return -1 - at;
  if (!isHigh(unit)) return at + 6;
  return isLow(escapedUnit(bytes, at + 6, end)) ? at + 12 : -1 - at;
}

/** The code unit of `\uXXXX` at `at`; -1 for anything else. */
function escapedUnit(bytes: Uint8Array, at: number, end: number): number {
  if (at + 6 > end || bytes[at] !== BACKSLASH || bytes[at + 1] !== 0x75) return -1;
  let unit = 0;
  for (let i = at + 2; i < at + 6; i += 1) {
    const byte = bytes[i] as number;
    if (IS_HEX[byte] === 0) return -1;
    unit = (unit << 4) | (HEX[byte] as number);
  }
  return unit;
}

function escapeFault(bytes: Uint8Array, at: number, end: number): TokenFault {
  const unit = escapedUnit(bytes, at, end);
  if (unit === 0)
    return { reason: 'encoding', byte: at, found: 'NUL (\\u0000)', expected: 'text without NUL' };
  if (unit > 0) {
    const found = `\\u${unit.toString(16)}`;
    return { reason: 'surrogate', byte: at, found, expected: 'both halves of a surrogate pair' };
  }
  const found = JSON.stringify(String.fromCharCode(...bytes.subarray(at, Math.min(at + 2, end))));
  return { reason: 'json', byte: at, found: `the escape ${found}`, expected: 'an escape of JSON' };
}

function continues(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

function hexByte(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0')}`;
}
