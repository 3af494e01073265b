import type { InputEvent } from './sequences.ts';
import { endsItself, isFull, joins } from './typed.ts';
import { UTF8_START, type Utf8State, utf8Step } from './utf8.ts';

export type Mode = 'ground' | 'escape' | 'csi' | 'ss3' | 'linux' | 'mouse' | 'osc' | 'dcs' | 'apc' | 'paste';

/** What is not finished yet. JSON, so that a recorded session can be played on. */
export type DecodeState = {
  readonly mode: Mode;
  /** What the sequence, reply, paste or grapheme holds so far. */
  readonly text: string;
  readonly utf8: Utf8State;
  /** The character that is under way had an ESC before it. */
  readonly alt: boolean;
  /** In a paste: bytes of its end mark; in a reply: 1 after ESC; in an old mouse report: its bytes so far. */
  readonly count: number;
};

export const DECODE_START: DecodeState = {
  mode: 'ground',
  text: '',
  utf8: UTF8_START,
  alt: false,
  count: 0,
};

/** A state while bytes are read into it. */
export type Decoder = { -readonly [name in keyof DecodeState]: DecodeState[name] } & {
  readonly events: InputEvent[];
};

/** Characters that a reply and a paste hold; what lies beyond is swallowed. */
const LONGEST_REPLY = 100_000;
const LONGEST_PASTE = 1_000_000;
/** What stands for bytes that are no character. */
const BAD = '\ufffd';

export function enter(decoder: Decoder, mode: Mode): void {
  decoder.mode = mode;
  decoder.text = '';
  decoder.count = 0;
  decoder.utf8 = UTF8_START;
}

export function press(decoder: Decoder, name: string): void {
  decoder.events.push({ key: named(name) });
}

export function named(character: string): string {
  return character === ' ' ? 'space' : character;
}

/** One character of text: a key at once, or a part of the grapheme that is growing. */
export function typed(decoder: Decoder, character: string): void {
  if (/\p{Cc}/u.test(character)) {
    decoder.alt = false;
    endCluster(decoder);
  } else if (decoder.alt) {
    decoder.alt = false;
    press(decoder, `alt+${character}`);
  } else if (endsItself(character)) {
    endCluster(decoder);
    press(decoder, character);
  } else {
    if (decoder.text !== '' && !joins(decoder.text, character)) endCluster(decoder);
    decoder.text += character;
    if (isFull(decoder.text)) endCluster(decoder);
  }
}

export function endCluster(decoder: Decoder): void {
  if (decoder.text !== '') press(decoder, decoder.text);
  decoder.text = '';
}

export function append(decoder: Decoder, text: string): void {
  const longest = decoder.mode === 'paste' ? LONGEST_PASTE : LONGEST_REPLY;
  if (decoder.text.length < longest) decoder.text += text;
}

/** Whether a reply lost its end because it was longer than any that we ask for. */
export function isTooLong(reply: string): boolean {
  return reply.length >= LONGEST_REPLY;
}

/** Reads bytes from 0x80 on; an ASCII byte breaks off the character that is under way and is left to the caller. */
export function isMultibyte(
  decoder: Decoder,
  byte: number,
  sink: (decoder: Decoder, character: string) => void,
): boolean {
  if (byte < 0x80) {
    if (decoder.utf8.needed > 0) sink(decoder, BAD);
    decoder.utf8 = UTF8_START;
    return false;
  }
  const { text, state } = utf8Step(decoder.utf8, byte);
  decoder.utf8 = state;
  for (const character of text) sink(decoder, character);
  return true;
}
