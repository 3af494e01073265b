import type { JsonFault, TokenFault } from './fault.ts';
import { createMemberNames } from './member-names.ts';
import { endOfExponent, endOfMantissa, isExponent, needsValue, numberText } from './number-token.ts';
import { jsonPathText } from './path.ts';
import { endOfString, stringFault } from './string-token.ts';
import { endOfLiteral, tokenFault, type Wanted } from './token.ts';

/** Containers that may be open at once. */
const MAX_DEPTH = 64;

/** `negativeZero`: the text holds a number that reads as -0 and has to become 0. */
type ScanVerdict =
  | { readonly fault?: undefined; readonly negativeZero: boolean }
  | { readonly fault: JsonFault };

/** Judges the JSON text in bytes[start, end). */
type JsonScanner = (bytes: Uint8Array, start: number, end: number) => ScanVerdict;

const PLAIN: ScanVerdict = { negativeZero: false };
const WITH_NEGATIVE_ZERO: ScanVerdict = { negativeZero: true };

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const ARRAY_START = 0x5b;
const ARRAY_END = 0x5d;
const OBJECT_START = 0x7b;
const OBJECT_END = 0x7d;

/**
 * A scanner that accepts what RFC 8259 accepts, in UTF-8, without repeated members, numbers beyond a double,
 * lone surrogates, NUL, or more than 64 open containers. It builds no value and allocates nothing for a good
 * text. Make one and keep it: its buffers are reused from text to text. evaluate.md 6.2.
 */
export function createJsonScanner(): JsonScanner {
  const names = createMemberNames(MAX_DEPTH);
  const closers = new Uint8Array(MAX_DEPTH + 1);
  const positions = new Int32Array(MAX_DEPTH + 1);
  let bytes: Uint8Array = new Uint8Array();
  let end = 0;
  let depth = 0;
  let wanted: Wanted = 'value';
  let negativeZero = false;
  let found: TokenFault | undefined;

  // Each step reads one token at i and returns the index after it, or -1 after it has set `found`.

  const scan: JsonScanner = (text, start, stop) => {
    bytes = text;
    end = stop;
    depth = 0;
    wanted = 'value';
    negativeZero = false;
    let i = skipBlanks(start);
    while (i >= 0 && !isWhole()) i = skipBlanks(step(i));
    if (i >= 0 && i < end) fail(tokenFault(bytes, i, end, wanted));
    if (found === undefined) return negativeZero ? WITH_NEGATIVE_ZERO : PLAIN;
    const fault: JsonFault = { ...found, byte: found.byte - start, path: jsonPathText(path()) };
    found = undefined;
    return { fault };
  };

  const isWhole = (): boolean => wanted === 'end' && depth === 0;

  const step = (i: number): number => {
    if (wanted === 'end') return afterValue(i);
    return wanted === 'name' || wanted === 'first-name' ? memberName(i) : value(i);
  };

  const value = (i: number): number => {
    const byte = i < end ? (bytes[i] as number) : -1;
    if (byte === OBJECT_START || byte === ARRAY_START) return openContainer(i, byte);
    if (byte === ARRAY_END && wanted === 'first-item') return closeContainer(i);
    if (byte === QUOTE) {
      const stop = endOfString(bytes, i + 1, end);
      if (stop < 0) return fail(stringFault(bytes, -1 - stop, end));
      wanted = 'end';
      return stop;
    }
    if (byte === MINUS || (byte >= 0x30 && byte <= 0x39)) return number(i);
    const stop = endOfLiteral(bytes, i, end);
    if (stop < 0) return fail(tokenFault(bytes, i, end, wanted));
    wanted = 'end';
    return stop;
  };

  const number = (i: number): number => {
    const mantissa = endOfMantissa(bytes, i, end);
    let stop = mantissa;
    if (stop >= 0 && stop < end && isExponent(bytes[stop] as number)) stop = endOfExponent(bytes, stop, end);
    if (stop < 0) return fail(tokenFault(bytes, -1 - stop, end, 'digit', i));
    if (needsValue(bytes, i, mantissa, stop)) {
      const text = numberText(bytes, i, stop);
      if (!Number.isFinite(Number(text))) {
        return fail({ reason: 'non-finite', byte: i, found: text, expected: 'a finite number' });
      }
      negativeZero ||= Object.is(Number(text), -0);
    }
    wanted = 'end';
    return stop;
  };

  const memberName = (i: number): number => {
    const byte = i < end ? bytes[i] : -1;
    if (byte === OBJECT_END && wanted === 'first-name') return closeContainer(i);
    if (byte !== QUOTE) return fail(tokenFault(bytes, i, end, wanted));
    const stop = endOfString(bytes, i + 1, end);
    if (stop < 0) return fail(stringFault(bytes, -1 - stop, end));
    if (names.enter(depth, bytes, i + 1, stop - 1)) {
      const name = names.current(depth, bytes) ?? '';
      return fail({ reason: 'duplicate-member', byte: i, found: name, expected: 'each member once' });
    }
    const colon = skipBlanks(stop);
    if (colon >= end || bytes[colon] !== COLON) return fail(tokenFault(bytes, colon, end, 'colon'));
    wanted = 'value';
    return colon + 1;
  };

  const afterValue = (i: number): number => {
    const byte = i < end ? bytes[i] : -1;
    const closer = closers[depth];
    if (byte === closer) return closeContainer(i);
    if (byte !== COMMA)
      return fail(tokenFault(bytes, i, end, closer === ARRAY_END ? 'comma-or-]' : 'comma-or-}'));
    if (closer === ARRAY_END) {
      positions[depth] = (positions[depth] as number) + 1;
      wanted = 'value';
    } else {
      names.leave(depth);
      wanted = 'name';
    }
    return i + 1;
  };

  const openContainer = (i: number, byte: number): number => {
    if (depth === MAX_DEPTH) {
      const expected = `${MAX_DEPTH} levels`;
      return fail({ reason: 'depth', byte: i, found: `level ${MAX_DEPTH + 1}`, expected });
    }
    depth += 1;
    positions[depth] = 0;
    if (byte === ARRAY_START) {
      closers[depth] = ARRAY_END;
      wanted = 'first-item';
    } else {
      closers[depth] = OBJECT_END;
      names.open(depth);
      wanted = 'first-name';
    }
    return i + 1;
  };

  const closeContainer = (i: number): number => {
    depth -= 1;
    wanted = 'end';
    return i + 1;
  };

  const skipBlanks = (from: number): number => {
    let i = from;
    while (i >= 0 && i < end && isBlank(bytes[i] as number)) i += 1;
    return i;
  };

  const path = (): (string | number)[] => {
    const steps: (string | number)[] = [];
    for (let level = 1; level <= depth; level += 1) {
      const at = closers[level] === ARRAY_END ? positions[level] : names.current(level, bytes);
      if (at !== undefined) steps.push(at);
    }
    return steps;
  };

  const fail = (fault: TokenFault): number => {
    found = fault;
    return -1;
  };

  return scan;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
