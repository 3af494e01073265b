import { graphemes } from '../text/cells.ts';

/** Code points of one key; a longer pile of marks is cut, so that it costs no more than its length. */
const LONGEST_CLUSTER = 32;

/** Chord of a control byte other than ESC (00–1f, 7f). */
export function controlKey(byte: number): string {
  const named = NAMED.get(byte);
  if (named !== undefined) return named;
  const sign = String.fromCharCode(byte + 0x40);
  return `ctrl+${sign.toLowerCase()}`;
}

const NAMED: ReadonlyMap<number, string> = new Map([
  [0x00, 'ctrl+space'],
  [0x08, 'backspace'],
  [0x09, 'tab'],
  [0x0a, 'enter'],
  [0x0d, 'enter'],
  [0x7f, 'backspace'],
]);

/**
 * Whether a character is a key without waiting for what follows. Else every key would come late, for a mark might
 * follow any letter; a mark that does follow is a key of its own, and a draft joins them again.
 */
export function endsItself(character: string): boolean {
  return PLAIN.test(character);
}

const PLAIN =
  /^(?:[ -~\ufffd\uac00-\ud7a3]|(?=\p{L})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])$/u;

/** Whether a character goes on with the grapheme before it. */
export function joins(cluster: string, character: string): boolean {
  return graphemes(cluster + character).length === 1;
}

export function isFull(cluster: string): boolean {
  return Array.from(cluster).length >= LONGEST_CLUSTER;
}
