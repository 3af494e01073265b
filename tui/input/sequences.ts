export type InputEvent =
  | { readonly key: string }
  | { readonly paste: string }
  | {
      readonly mouse: MouseKind;
      /** 0 left, 1 middle, 2 right; null where none is meant. */
      readonly button: number | null;
      /** Cell, counted from 1. */
      readonly x: number;
      readonly y: number;
    }
  | { readonly focus: boolean }
  | { readonly reply: 'cursor' | 'osc' | 'dcs'; readonly data: string };

export type MouseKind =
  | 'press'
  | 'release'
  | 'drag'
  | 'move'
  | 'wheel-up'
  | 'wheel-down'
  | 'wheel-left'
  | 'wheel-right';

/** What `ESC [ parameters final` means; undefined for sequences that we do not know. */
export function controlSequence(parameters: string, final: string): InputEvent | undefined {
  if (final === 'M' || final === 'm') return mouse(parameters, final);
  // A modified f3 has this form too, which is why no keymap may have one.
  if (final === 'R' && /^\d+;\d+$/.test(parameters)) return { reply: 'cursor', data: parameters };
  if (parameters === '' && (final === 'I' || final === 'O')) return { focus: final === 'I' };
  if (final === 'Z') return parameters === '' || parameters === '1;2' ? { key: 'shift+tab' } : undefined;
  const [, first = '', modifier] = /^(\d{0,3})(?:;(\d{1,3}))?$/.exec(parameters) ?? [];
  const isLetter = final !== '~' && (parameters === '' || first === '' || first === '1');
  const name = final === '~' ? NUMBERED.get(first) : isLetter ? LETTERED.get(final) : undefined;
  const prefix = modifier === undefined ? '' : MODIFIERS[Number(modifier) - 1];
  const isKnown = /^[\d;]*$/.test(parameters) && name !== undefined && prefix !== undefined;
  return isKnown ? { key: prefix + name } : undefined;
}

/** The key of `ESC O letter`. */
export function ss3Key(letter: string): string | undefined {
  return letter === 'M' ? 'enter' : LETTERED.get(letter);
}

const LETTERED: ReadonlyMap<string, string> = new Map([
  ['A', 'up'],
  ['B', 'down'],
  ['C', 'right'],
  ['D', 'left'],
  ['F', 'end'],
  ['H', 'home'],
  ['P', 'f1'],
  ['Q', 'f2'],
  ['R', 'f3'],
  ['S', 'f4'],
]);
const NUMBERED: ReadonlyMap<string, string> = new Map([
  ['1', 'home'],
  ['2', 'insert'],
  ['3', 'delete'],
  ['4', 'end'],
  ['5', 'pageup'],
  ['6', 'pagedown'],
  ['7', 'home'],
  ['8', 'end'],
  ['11', 'f1'],
  ['12', 'f2'],
  ['13', 'f3'],
  ['14', 'f4'],
  ['15', 'f5'],
  ['17', 'f6'],
  ['18', 'f7'],
  ['19', 'f8'],
  ['20', 'f9'],
  ['21', 'f10'],
  ['23', 'f11'],
  ['24', 'f12'],
]);
/** By the parameter less one: bit 0 shift, 1 alt, 2 ctrl. */
const MODIFIERS = [
  '',
  'shift+',
  'alt+',
  'alt+shift+',
  'ctrl+',
  'ctrl+shift+',
  'ctrl+alt+',
  'ctrl+alt+shift+',
];

const WHEELS: readonly MouseKind[] = ['wheel-up', 'wheel-down', 'wheel-left', 'wheel-right'];

/** SGR form: bits 0–1 button, 2–4 modifiers, 5 motion, 6 wheel. */
function mouse(parameters: string, final: 'M' | 'm'): InputEvent | undefined {
  const match = /^<(\d{1,3});(\d{1,5});(\d{1,5})$/.exec(parameters);
  if (match === null) return undefined;
  const [bits, x, y] = match.slice(1).map(Number);
  if (bits === undefined || x === undefined || y === undefined || bits >= 128) return undefined;
  const low = bits & 3;
  const wheel = WHEELS[low];
  if ((bits & 64) !== 0) return wheel === undefined ? undefined : { mouse: wheel, button: null, x, y };
  const button = low === 3 ? null : low;
  if ((bits & 32) !== 0) return { mouse: button === null ? 'move' : 'drag', button, x, y };
  return { mouse: final === 'm' ? 'release' : 'press', button, x, y };
}
