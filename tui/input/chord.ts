import { graphemes } from '../text/cells.ts';

export type ChordFault = 'KeymapBadChord' | 'KeymapUnsendable' | 'KeymapReserved';

export type ChordResult = { readonly chord: string } | { readonly error: ChordFault; readonly why: string };

/**
 * A chord of a keymap in its canonical form (`ctrl+alt+shift+` in this order, then the key), or why it can't be
 * bound: it can't be read, terminals send no such key as such, or it is reserved. tui-cli.md 19 [keys.chord].
 */
export function parseChord(text: string): ChordResult {
  const sendable = parseSendable(text);
  return 'chord' in sendable && RESERVED.has(sendable.chord)
    ? { error: 'KeymapReserved', why: `${sendable.chord} is reserved` }
    : sendable;
}

/** The same for a key that is played and not bound, so that reserved chords are as good as any. */
export function parseSendable(text: string): ChordResult {
  if (text === '' || /\s/.test(text)) return bad('a chord has no spaces');
  const { words, key } = splitChord(text);
  const modifiers = new Set<Modifier>();
  for (const word of words) {
    if (FOREIGN.has(word)) return unsendable(`terminals do not send ${word}`);
    const modifier = MODIFIERS.get(word);
    if (modifier === undefined) return bad(`unknown modifier ${word}`);
    if (modifiers.has(modifier)) return bad(`${modifier} twice`);
    modifiers.add(modifier);
  }
  if (key === '') return bad('a key is expected at the end');
  const named = nameOf(key);
  if (named !== undefined) return namedChord(named, modifiers);
  if (graphemes(key).length !== 1 || /\p{Cc}/u.test(key)) return bad(`unknown key ${key}`);
  return characterChord(key.normalize('NFC'), modifiers);
}

type Modifier = 'ctrl' | 'alt' | 'shift';

const ORDER: readonly Modifier[] = ['ctrl', 'alt', 'shift'];
const MODIFIERS: ReadonlyMap<string, Modifier> = new Map([
  ['ctrl', 'ctrl'],
  ['control', 'ctrl'],
  ['alt', 'alt'],
  ['meta', 'alt'],
  ['shift', 'shift'],
]);
const FOREIGN: ReadonlySet<string> = new Set(['super', 'hyper', 'cmd', 'win']);
const RESERVED: ReadonlySet<string> = new Set(['ctrl+c', 'ctrl+z']);

/** Modifiers that reach us with a key that has a name; every other named key takes them all. */
const CARRIED: ReadonlyMap<string, readonly Modifier[]> = new Map([
  ['enter', []],
  ['esc', []],
  ['tab', ['shift']],
  ['space', ['ctrl', 'alt']],
  ['backspace', ['alt']],
  // xterm sends a modified f3 in the form of a cursor report.
  ['f3', []],
]);
const PLAIN_NAMES = ['delete', 'insert', 'home', 'end', 'pageup', 'pagedown', 'up', 'down', 'left', 'right'];
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['return', 'enter'],
  ['escape', 'esc'],
  ['del', 'delete'],
  ['ins', 'insert'],
  ['pgup', 'pageup'],
  ['pgdn', 'pagedown'],
]);

/** Keys whose byte with ctrl is that of another key. */
const SAME_BYTE: ReadonlyMap<string, string> = new Map([
  ['i', 'tab'],
  ['m', 'enter'],
  ['j', 'enter'],
  ['h', 'backspace'],
  ['?', 'backspace'],
  ['[', 'esc'],
  ['@', 'ctrl+space'],
]);
const FLOW_CONTROL: ReadonlySet<string> = new Set(['s', 'q']);
/** `ESC [`, `ESC O`, `ESC ]`, `ESC P` and `ESC _` begin CSI, SS3, OSC, DCS and APC. */
const INTRODUCERS: ReadonlySet<string> = new Set(['[', 'O', ']', 'P', '_']);

/** The key is what follows the last `+`, unless the key is `+` itself. */
function splitChord(text: string): { readonly words: readonly string[]; readonly key: string } {
  const cut = text === '+' || text.endsWith('++') ? text.length - 1 : text.lastIndexOf('+') + 1;
  const head = text.slice(0, cut);
  const words = head === '' ? [] : head.slice(0, -1).split('+');
  return { words: words.map(word => word.toLowerCase()), key: text.slice(cut) };
}

function nameOf(key: string): string | undefined {
  const lower = key.toLowerCase();
  const name = ALIASES.get(lower) ?? lower;
  const known = CARRIED.has(name) || PLAIN_NAMES.includes(name) || /^f([1-9]|1[0-2])$/.test(name);
  return known ? name : undefined;
}

function namedChord(name: string, modifiers: ReadonlySet<Modifier>): ChordResult {
  const carried = CARRIED.get(name);
  if (carried !== undefined && [...modifiers].some(modifier => !carried.includes(modifier))) {
    return unsendable(
      `${name} carries ${carried.length === 0 ? 'no modifier' : `${carried.join(' and ')} alone`}`,
    );
  }
  return spelled(modifiers, name);
}

function characterChord(key: string, modifiers: ReadonlySet<Modifier>): ChordResult {
  if (modifiers.has('ctrl')) return controlChord(key, modifiers);
  const shifted = modifiers.has('shift') ? shiftedLetter(key) : key;
  if (shifted === undefined) return unsendable('write the shifted character itself');
  const rest = new Set([...modifiers].filter(modifier => modifier !== 'shift'));
  if (rest.has('alt') && INTRODUCERS.has(shifted))
    return unsendable(`alt+${shifted} starts an escape sequence`);
  return spelled(rest, shifted);
}

function controlChord(key: string, modifiers: ReadonlySet<Modifier>): ChordResult {
  const lower = key.toLowerCase();
  if (modifiers.has('shift') && /^[a-z]$/.test(lower)) {
    return unsendable('ctrl+shift+letter arrives as ctrl+letter');
  }
  const same = SAME_BYTE.get(lower);
  if (same !== undefined) return unsendable(`ctrl+${lower} is the byte of ${same}`);
  if (FLOW_CONTROL.has(lower)) return unsendable('flow control may swallow it');
  if (modifiers.has('shift') || !/^[a-z\\\]^_]$/.test(lower))
    return unsendable('no control byte for this key');
  return spelled(modifiers, lower);
}

/** Capital of a letter; undefined where shift makes no other letter. */
function shiftedLetter(key: string): string | undefined {
  const upper = key.toUpperCase();
  return /^\p{L}$/u.test(upper) && upper !== key.toLowerCase() ? upper : undefined;
}

function spelled(modifiers: ReadonlySet<Modifier>, key: string): ChordResult {
  return { chord: [...ORDER.filter(modifier => modifiers.has(modifier)), key].join('+') };
}

function bad(why: string): ChordResult {
  return { error: 'KeymapBadChord', why };
}

function unsendable(why: string): ChordResult {
  return { error: 'KeymapUnsendable', why };
}
