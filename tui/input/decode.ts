import {
  append,
  type Decoder,
  type DecodeState,
  endCluster,
  enter,
  isMultibyte,
  isTooLong,
  type Mode,
  named,
  press,
  typed,
} from './decoder.ts';
import { controlSequence, type InputEvent, ss3Key } from './sequences.ts';
import { controlKey } from './typed.ts';

export { DECODE_START, type DecodeState } from './decoder.ts';
export type { InputEvent } from './sequences.ts';

/**
 * Bytes of a terminal to events (tui-cli.md 12 [keys.decode]). Text comes as one key per grapheme, replies of the
 * terminal as `reply`, unknown sequences as nothing. However the bytes are cut, the events are the same; nothing
 * throws; time is linear. `flush` tells that no more bytes came for a while: then a lone ESC is `esc`, and a
 * grapheme that might have grown is taken as it is. A reply or paste that is under way keeps waiting for its end.
 */
export function decode(
  state: DecodeState,
  bytes: Uint8Array,
  flush = false,
): { readonly events: readonly InputEvent[]; readonly state: DecodeState } {
  const decoder: Decoder = { ...state, events: [] };
  for (const byte of bytes) take(decoder, byte);
  if (flush) settle(decoder);
  const { events, ...next } = decoder;
  return { events, state: next };
}

/** Whether a flush would change anything: only then a caller needs its timer. */
export function isPending({ mode, text, utf8, count }: DecodeState): boolean {
  if (mode === 'paste') return false;
  if (mode === 'osc' || mode === 'dcs' || mode === 'apc')
    return count === 1 || (text === '' && utf8.needed === 0);
  return mode !== 'ground' || text !== '' || utf8.needed > 0;
}

/** Characters that a sequence holds; one that is longer means nothing. */
const LONGEST_SEQUENCE = 64;
const ESC = 0x1b;
const BEL = 0x07;
const PASTE_END = '\x1b[201~';

const STEPS: Readonly<Record<Mode, (decoder: Decoder, byte: number) => void>> = {
  ground,
  escape: afterEscape,
  csi,
  ss3,
  linux,
  mouse,
  osc: reply,
  dcs: reply,
  apc: reply,
  paste,
};

function take(decoder: Decoder, byte: number): void {
  STEPS[decoder.mode](decoder, byte);
}

function ground(decoder: Decoder, byte: number): void {
  if (isMultibyte(decoder, byte, typed)) return;
  if (byte >= 0x20 && byte !== 0x7f) {
    typed(decoder, String.fromCharCode(byte));
    return;
  }
  endCluster(decoder);
  if (byte === ESC) enter(decoder, 'escape');
  else press(decoder, controlKey(byte));
}

const INTRODUCERS: ReadonlyMap<string, Mode> = new Map([
  ['[', 'csi'],
  ['O', 'ss3'],
  [']', 'osc'],
  ['P', 'dcs'],
  ['_', 'apc'],
]);
/** Keys that carry no alt: behind an ESC they are keys of their own. */
const NO_ALT: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d]);

function afterEscape(decoder: Decoder, byte: number): void {
  const sign = String.fromCharCode(byte);
  const introduced = INTRODUCERS.get(sign);
  if (introduced !== undefined) enter(decoder, introduced);
  else if (byte === ESC) press(decoder, 'esc');
  else if (byte >= 0x80) {
    enter(decoder, 'ground');
    decoder.alt = true;
    take(decoder, byte);
  } else {
    enter(decoder, 'ground');
    for (const name of altKeys(byte, sign)) press(decoder, name);
  }
}

function altKeys(byte: number, sign: string): readonly string[] {
  const name = byte < 0x20 || byte === 0x7f ? controlKey(byte) : named(sign);
  if (NO_ALT.has(byte)) return ['esc', name];
  return [name.startsWith('ctrl+') ? name.replace('ctrl+', 'ctrl+alt+') : `alt+${name}`];
}

function csi(decoder: Decoder, byte: number): void {
  const sign = String.fromCharCode(byte);
  if (byte < 0x20 || byte > 0x7e) abandon(decoder, '[', byte);
  else if (byte >= 0x40) endSequence(decoder, sign);
  else if (decoder.text.length <= LONGEST_SEQUENCE) decoder.text += sign;
}

/** Finals behind which more is to come. */
const OPENINGS: ReadonlyMap<string, Mode> = new Map([
  ['[', 'linux'],
  ['M', 'mouse'],
  ['200~', 'paste'],
]);

function endSequence(decoder: Decoder, final: string): void {
  const parameters = decoder.text;
  const opened = OPENINGS.get(parameters + final);
  enter(decoder, opened ?? 'ground');
  if (opened !== undefined || parameters.length > LONGEST_SEQUENCE) return;
  const event = controlSequence(parameters, final);
  if (event !== undefined) decoder.events.push(event);
}

function ss3(decoder: Decoder, byte: number): void {
  if (byte < 0x40 || byte > 0x7e) {
    abandon(decoder, 'O', byte);
    return;
  }
  enter(decoder, 'ground');
  const name = ss3Key(String.fromCharCode(byte));
  if (name !== undefined) press(decoder, name);
}

/** `ESC [ [ A` to `E` are f1 to f5 of the Linux console. */
function linux(decoder: Decoder, byte: number): void {
  enter(decoder, 'ground');
  if (byte >= 0x41 && byte <= 0x45) press(decoder, `f${byte - 0x40}`);
  else if (byte < 0x20 || byte > 0x7e) take(decoder, byte);
}

/** A mouse report of the old form, which we never ask for: three bytes that are no keys. */
function mouse(decoder: Decoder, byte: number): void {
  decoder.count += 1;
  if (byte >= 0x20 && decoder.count < 3) return;
  enter(decoder, 'ground');
  if (byte < 0x20) take(decoder, byte);
}

/** A reply goes to `ESC \`, or to BEL in the form of OSC. Any other control character breaks it off. */
function reply(decoder: Decoder, byte: number): void {
  if (decoder.count === 1) {
    if (byte === BACKSLASH) endReply(decoder);
    else {
      enter(decoder, 'escape');
      take(decoder, byte);
    }
    return;
  }
  if (isMultibyte(decoder, byte, append)) return;
  if (byte === ESC) decoder.count = 1;
  else if (byte === BEL && decoder.mode === 'osc') endReply(decoder);
  else if (byte >= 0x20) append(decoder, String.fromCharCode(byte));
  else {
    enter(decoder, 'ground');
    take(decoder, byte);
  }
}

const BACKSLASH = 0x5c;

function endReply(decoder: Decoder): void {
  const { mode, text } = decoder;
  enter(decoder, 'ground');
  if (!isTooLong(text) && (mode === 'osc' || mode === 'dcs'))
    decoder.events.push({ reply: mode, data: text });
}

/** Everything up to the end mark is text, whatever it looks like. */
function paste(decoder: Decoder, byte: number): void {
  if (isMultibyte(decoder, byte, keepMark)) return;
  if (byte === PASTE_END.charCodeAt(decoder.count)) {
    decoder.count += 1;
    if (decoder.count < PASTE_END.length) return;
    const { text } = decoder;
    enter(decoder, 'ground');
    decoder.events.push({ paste: text.replace(/\r\n?/g, '\n') });
    return;
  }
  keepMark(decoder, '');
  if (byte === ESC) decoder.count = 1;
  else append(decoder, String.fromCharCode(byte));
}

/** What began like the end mark and was none belongs to the paste. */
function keepMark(decoder: Decoder, character: string): void {
  const begun = PASTE_END.slice(0, decoder.count);
  decoder.count = 0;
  append(decoder, begun + character);
}

/** A sequence that can't go on: where nothing but its two first characters came, they were typed. */
function abandon(decoder: Decoder, introducer: string, byte?: number): void {
  const isTyped = decoder.text === '';
  enter(decoder, 'ground');
  if (isTyped) {
    press(decoder, 'esc');
    press(decoder, introducer);
  }
  if (byte !== undefined) take(decoder, byte);
}

const FLUSHES: Readonly<Record<Mode, (decoder: Decoder) => void>> = {
  ground: decoder => {
    isMultibyte(decoder, 0, typed);
    endCluster(decoder);
  },
  escape: decoder => {
    enter(decoder, 'ground');
    press(decoder, 'esc');
  },
  csi: decoder => abandon(decoder, '['),
  ss3: decoder => abandon(decoder, 'O'),
  linux: decoder => enter(decoder, 'ground'),
  mouse: decoder => enter(decoder, 'ground'),
  osc: decoder => flushReply(decoder, ']'),
  dcs: decoder => flushReply(decoder, 'P'),
  apc: decoder => flushReply(decoder, '_'),
  paste: () => undefined,
};

/** A reply that is under way is waited for: its rest would be taken for keys. ESC alone gets out of it. */
function flushReply(decoder: Decoder, introducer: string): void {
  if (decoder.count === 1) FLUSHES.escape(decoder);
  else if (decoder.text === '' && decoder.utf8.needed === 0) abandon(decoder, introducer);
}

function settle(decoder: Decoder): void {
  FLUSHES[decoder.mode](decoder);
}
