/** Where a key acts: everywhere, or on screens that have the scope besides. */
export type Scope = 'common' | 'run' | 'live';

export type Binding = {
  readonly id: string;
  readonly keys: readonly string[];
  readonly scope: Scope;
  readonly group: 'move' | 'go' | 'find' | 'global' | 'copy' | 'mark' | 'run' | 'live';
  readonly label: string;
  /** Word of the footer. */
  readonly hint: string;
  /** Place among the footer's hints; 0 comes first, null never stands there. */
  readonly rank: number | null;
  /** Changes something on disk; off in read-only mode. */
  readonly mutates: boolean;
  readonly confirm: 'none' | 'yes' | 'type';
};

/**
 * Every key of the interface (tui-cli.md 19). Handling, footer, help, palette, docs/keys.md and the words of the
 * screen-reader mode come from this table.
 */
export const bindings = [
  row('down', ['j', 'down'], 'move', 'Next row'),
  row('up', ['k', 'up'], 'move', 'Previous row'),
  row('top', ['g', 'home'], 'move', 'First row'),
  row('bottom', ['G', 'end'], 'move', 'Last row'),
  row('half-down', ['ctrl+d'], 'move', 'Half a page down'),
  row('half-up', ['ctrl+u'], 'move', 'Half a page up'),
  row('page-down', ['pagedown'], 'move', 'A page down'),
  row('page-up', ['pageup'], 'move', 'A page up'),
  row('left', ['h', 'left'], 'move', 'Column to the left'),
  row('right', ['l', 'right'], 'move', 'Column to the right'),
  row('detail-down', ['J'], 'move', 'Scroll the detail down'),
  row('detail-up', ['K'], 'move', 'Scroll the detail up'),
  row('open', ['enter'], 'go', 'Open', 'open', 0),
  row('up-level', ['esc'], 'go', 'Close, clear or go up one level', 'back', 1),
  row('history-back', ['['], 'go', 'Back in the history'),
  row('history-forward', [']'], 'go', 'Forward in the history'),
  row('tab', ['1', '2', '3', '4', '5', '6', '7', '8', '9'], 'go', 'Tab by number'),
  row('next-pane', ['tab'], 'go', 'Next pane'),
  row('previous-pane', ['shift+tab'], 'go', 'Previous pane'),
  row('previous-sibling', ['{'], 'go', 'Previous of the list it was opened from'),
  row('next-sibling', ['}'], 'go', 'Next of the list it was opened from', 'next', 4),
  row('filter', ['/'], 'find', 'Filter', 'filter', 4),
  row('next-match', ['n'], 'find', 'Next match'),
  row('previous-match', ['N'], 'find', 'Previous match'),
  row('saved-filters', ['f'], 'find', 'Saved filters'),
  row('sort', ['s'], 'find', 'Sort by the next column', 'sort', 10),
  row('reverse-sort', ['S'], 'find', 'Reverse sort'),
  row('filter-value', ['='], 'find', 'Filter by the value under the cursor'),
  row('only-marked', ['*'], 'find', 'Only marked rows'),
  row('palette', [':', 'ctrl+p'], 'global', 'Command palette', 'palette', 8),
  row('help', ['?', 'f1'], 'global', 'Help', 'help', 3),
  row('quit', ['q'], 'global', 'Go up one level, quit at the root', 'quit', 2),
  row('repaint', ['ctrl+l'], 'global', 'Repaint'),
  row('reload', ['ctrl+r'], 'global', 'Reload from disk'),
  row('suspend', ['ctrl+z'], 'global', 'Suspend'),
  row('repeat', ['.'], 'global', 'Repeat the last action'),
  row('mouse', ['M'], 'global', 'Mouse on or off'),
  row('zoom', ['z'], 'global', 'Zoom the pane'),
  row('preview', ['p'], 'global', 'Toggle preview'),
  row('code-points', ['w'], 'global', 'Code-point view'),
  row('copy-value', ['y'], 'copy', 'Copy value', 'copy', 9),
  row('copy-link', ['Y'], 'copy', 'Copy deep link'),
  row('copy-command', ['c'], 'copy', 'Copy command'),
  { ...row('export', ['e'], 'copy', 'Export this screen'), mutates: true },
  row('mark', ['space'], 'mark', 'Mark the row'),
  row('clear-marks', ['X'], 'mark', 'Clear the marks'),
  row('mark-filtered', ['A'], 'mark', 'Mark all filtered rows'),
  run('explain', ['i'], 'Explain', 'explain', 5),
  run('diff', ['d'], 'Baseline diff', 'diff', 6),
  run('choose-compared', ['v'], 'Choose the compared run', 'compare', 7),
  run('swap', ['V'], 'Swap the sides', 'swap', 5),
  run('next-leg', ['L'], 'Next leg', 'leg', 4),
  { ...run('rerun', ['r'], 'Rerun with the same plan'), mutates: true, confirm: 'yes' },
  { ...run('rerun-failed', ['F'], 'Rerun failed, errored or marked cases'), mutates: true, confirm: 'yes' },
  { ...run('baseline', ['b'], 'Update baseline'), mutates: true, confirm: 'type' },
  { ...run('open-report', ['o'], 'Open the report'), mutates: true },
  run('edit', ['E'], 'Open the case line in the editor'),
  { ...run('pin', ['P'], 'Pin the run'), mutates: true },
  { ...run('note', ['a'], 'Triage note'), mutates: true },
  { ...live('stop', ['x'], 'Stop the run', 'stop', 5), mutates: true, confirm: 'yes' },
  live('detach', ['D'], 'Detach from the run', 'detach', 6),
] as const satisfies readonly Binding[];

export type ActionId = (typeof bindings)[number]['id'];

export type BindingRow = Binding & { readonly id: ActionId };

/** Chords that the configuration gives actions in the place of those in the table, by action. */
export type Keymap = { readonly [action: string]: readonly string[] };

/** The table with the keys of a keymap; the same table for the same keymap. */
export function bindingsWith(keymap: Keymap): readonly BindingRow[] {
  const known = remapped.get(keymap);
  if (known !== undefined) return known;
  const table = bindings.map(binding => ({ ...binding, keys: keymap[binding.id] ?? binding.keys }));
  remapped.set(keymap, table);
  return table;
}

const remapped = new WeakMap<Keymap, readonly BindingRow[]>();

/** The action of a chord on a screen with these scopes. No two actions of one screen share a chord. */
export function bindingOf(
  chord: string,
  scopes: readonly Scope[],
  table: readonly BindingRow[],
): BindingRow | undefined {
  return table.find(binding => scopes.includes(binding.scope) && binding.keys.includes(chord));
}

function row<const Id extends string>(
  id: Id,
  keys: readonly string[],
  group: Binding['group'],
  label: string,
  hint = '',
  rank: number | null = null,
): Binding & { readonly id: Id } {
  return { id, keys, scope: 'common', group, label, hint, rank, mutates: false, confirm: 'none' };
}

function run<const Id extends string>(
  id: Id,
  keys: readonly string[],
  label: string,
  hint = '',
  rank: number | null = null,
): Binding & { readonly id: Id } {
  return { ...row(id, keys, 'run', label, hint, rank), scope: 'run' };
}

function live<const Id extends string>(
  id: Id,
  keys: readonly string[],
  label: string,
  hint = '',
  rank: number | null = null,
): Binding & { readonly id: Id } {
  return { ...row(id, keys, 'live', label, hint, rank), scope: 'live' };
}
