import { asBuffer } from './bytes.ts';

const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;

/** A number of fewer bytes whose exponent is `e`, then two characters at most, is neither infinite nor rounded to zero. */
const SAFE_LENGTH = 100;

/** End of sign, integer and fraction at `from`, or -1 - index of the byte that should be a digit. */
export function endOfMantissa(bytes: Uint8Array, from: number, end: number): number {
  let i = from;
  if (bytes[i] === MINUS) i += 1;
  if (i >= end || !isDigit(bytes[i] as number)) return -1 - i;
  if (bytes[i] === ZERO) i += 1;
  else i = endOfDigits(bytes, i, end);
  if (i >= end || bytes[i] !== DOT) return i;
  const fraction = i + 1;
  i = endOfDigits(bytes, fraction, end);
  return i === fraction ? -1 - i : i;
}

/** True where an exponent follows the mantissa. */
export function isExponent(byte: number): boolean {
  return (byte | 0x20) === 0x65;
}

/** End of the exponent whose letter stands at `at`, or -1 - index of the byte that should be a digit. */
export function endOfExponent(bytes: Uint8Array, at: number, end: number): number {
  let i = at + 1;
  if (i < end && (bytes[i] === PLUS || bytes[i] === MINUS)) i += 1;
  const stop = endOfDigits(bytes, i, end);
  return stop === i ? -1 - i : stop;
}

/**
 * True when the value has to be looked at, because it may be infinite or minus zero. `mantissaEnd` to `to`
 * is the exponent, empty when there is none.
 */
export function needsValue(bytes: Uint8Array, from: number, mantissaEnd: number, to: number): boolean {
  if (to - from > SAFE_LENGTH || to - mantissaEnd > 3) return true;
  if (bytes[from] !== MINUS || bytes[from + 1] !== ZERO) return false;
  for (let i = from + 2; i < mantissaEnd; i += 1) {
    const byte = bytes[i] as number;
    if (byte !== ZERO && byte !== DOT) return false;
  }
  return true;
}

export function numberText(bytes: Uint8Array, from: number, to: number): string {
  return asBuffer(bytes).toString('latin1', from, to);
}

function endOfDigits(bytes: Uint8Array, from: number, end: number): number {
  let i = from;
  while (i < end && isDigit(bytes[i] as number)) i += 1;
  return i;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}
