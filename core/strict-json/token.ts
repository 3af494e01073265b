import { asBuffer } from './bytes.ts';
import type { TokenFault } from './fault.ts';
import { endOfCharacter, stringFault } from './string-token.ts';

export type Wanted = 'value' | 'first-item' | 'name' | 'first-name' | 'end';
type Expectation = Wanted | 'colon' | 'comma-or-]' | 'comma-or-}' | 'digit';

const IN_WORDS: Record<Expectation, string> = {
  value: 'a value',
  'first-item': 'a value or ]',
  name: 'a member name in quotes',
  'first-name': 'a member name in quotes or }',
  end: 'nothing more',
  colon: 'a colon',
  'comma-or-]': 'a comma or ]',
  'comma-or-}': 'a comma or }',
  digit: 'a digit',
};

const LITERALS = ['true', 'false', 'null'].map(word => Buffer.from(word));
const NON_FINITE = /^[+-]?(NaN|Infinity)$/;
const WORD = /^[\w.+-]{1,40}/;

/** End of `true`, `false` or `null` at `at`, or -1. */
export function endOfLiteral(bytes: Uint8Array, at: number, end: number): number {
  for (const literal of LITERALS) {
    if (bytes[at] !== literal[0] || at + literal.length > end) continue;
    for (let i = 1; i < literal.length; i += 1) if (bytes[at + i] !== literal[i]) return -1;
    return at + literal.length;
  }
  return -1;
}

/** What stands at `at` instead of what was wanted; `from`: where the broken token begins. */
export function tokenFault(
  bytes: Uint8Array,
  at: number,
  end: number,
  wanted: Expectation,
  from: number = at,
): TokenFault {
  const expected = IN_WORDS[wanted];
  if (at >= end) return { reason: 'json', byte: at, found: 'the end', expected };
  const byte = bytes[at] as number;
  if (byte === 0) return stringFault(bytes, at, end);
  if (byte >= 0x80) return characterFault(bytes, at, end, expected);
  const word = WORD.exec(asBuffer(bytes).toString('latin1', from, Math.min(end, from + 48)))?.[0];
  if (word === undefined) return { reason: 'json', byte: at, found: printable(byte), expected };
  if (NON_FINITE.test(word))
    return { reason: 'non-finite', byte: from, found: word, expected: 'a finite number' };
  return { reason: 'json', byte: at, found: word, expected };
}

function characterFault(bytes: Uint8Array, at: number, end: number, expected: string): TokenFault {
  const stop = endOfCharacter(bytes, at, end);
  if (stop < 0) return stringFault(bytes, at, end);
  const text = asBuffer(bytes).toString('utf8', at, stop);
  if (text !== '\ufeff') return { reason: 'json', byte: at, found: text, expected };
  const found = 'a byte-order mark';
  return { reason: 'encoding', byte: at, found, expected: 'a byte-order mark at the start of the file only' };
}

function printable(byte: number): string {
  if (byte === 0x7f || byte < 0x20) return `control character 0x${byte.toString(16).padStart(2, '0')}`;
  return String.fromCharCode(byte);
}
