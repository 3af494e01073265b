import { suggest } from '../core/suggest.ts';
import { type BindingRow, bindings, bindingsWith, type Keymap } from './bindings.ts';
import { type ChordFault, parseChord } from './input/chord.ts';

export type KeymapFault = {
  readonly code: ChordFault | 'KeymapClash' | 'KeymapUnknownAction';
  /** Id of the action as written. */
  readonly action: string;
  readonly chord: string | null;
  readonly why: string;
  readonly suggestions: readonly string[];
};

/** Chords by action id as a configuration writes them: one, or a list. */
export type WrittenKeymap = { readonly [action: string]: string | readonly string[] };

/** Tabs are named by their digits. */
const FIXED: ReadonlySet<string> = new Set(['tab']);

/** Reads a keymap (tui-cli.md 19); with faults the rest of it still comes back. */
export function readKeymap(written: WrittenKeymap): {
  readonly keymap: Keymap;
  readonly faults: readonly KeymapFault[];
} {
  const keymap = new Map<string, readonly string[]>();
  const faults: KeymapFault[] = [];
  for (const [action, texts] of Object.entries(written)) {
    if (!bindings.some(({ id }) => id === action)) {
      faults.push(unknownAction(action));
      continue;
    }
    if (FIXED.has(action)) {
      faults.push({ ...fault('KeymapReserved', action, null, `${action} keeps its keys`) });
      continue;
    }
    const chords: string[] = [];
    for (const text of typeof texts === 'string' ? [texts] : texts) {
      const read = parseChord(text);
      if ('chord' in read) chords.push(read.chord);
      else faults.push(fault(read.error, action, text, read.why));
    }
    keymap.set(action, chords);
  }
  const result: Keymap = Object.fromEntries(keymap);
  const isChanged = ({ id }: BindingRow): boolean => keymap.has(id);
  return { keymap: result, faults: [...faults, ...clashes(bindingsWith(result), isChanged)] };
}

/** Actions that share a chord on some screen; told at the one that was changed. */
export function clashes(
  table: readonly BindingRow[],
  isChanged: (binding: BindingRow) => boolean = () => true,
): readonly KeymapFault[] {
  return table.filter(isChanged).flatMap(binding =>
    binding.keys.flatMap(chord => {
      const other = table.find(
        one =>
          one.id !== binding.id &&
          one.keys.includes(chord) &&
          shareScreen(one, binding) &&
          // Of two that were changed the later one is told.
          !(isChanged(one) && table.indexOf(one) > table.indexOf(binding)),
      );
      return other === undefined
        ? []
        : [fault('KeymapClash', binding.id, chord, `${chord} is the key of ${other.id}`)];
    }),
  );
}

/** A screen has the common scope and one of the rest. */
function shareScreen(a: BindingRow, b: BindingRow): boolean {
  return a.scope === b.scope || a.scope === 'common' || b.scope === 'common';
}

function unknownAction(action: string): KeymapFault {
  const ids = bindings.map(({ id }) => id);
  return {
    code: 'KeymapUnknownAction',
    action,
    chord: null,
    why: `there is no action ${action}`,
    suggestions: suggest(action, ids),
  };
}

function fault(code: KeymapFault['code'], action: string, chord: string | null, why: string): KeymapFault {
  return { code, action, chord, why, suggestions: [] };
}
