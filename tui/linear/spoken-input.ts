import { fold } from '../../core/fold.ts';
import { type ActionId, type BindingRow, bindingsWith, type Keymap, type Scope } from '../bindings.ts';

/** What a typed line asks for. Row numbers count from 1. */
export type SpokenInput =
  | { readonly t: 'nothing' }
  | { readonly t: 'open'; readonly row: number }
  | { readonly t: 'back' | 'more' | 'help' | 'quit' }
  | { readonly t: 'filter'; readonly text: string }
  | { readonly t: 'tab'; readonly chord: string }
  | { readonly t: 'act'; readonly action: BindingRow; readonly row: number | null }
  | { readonly t: 'unknown'; readonly text: string };

const WORDS: ReadonlyMap<string, SpokenInput> = new Map([
  ['', { t: 'nothing' }],
  ['b', { t: 'back' }],
  ['m', { t: 'more' }],
  ['?', { t: 'help' }],
  ['q', { t: 'quit' }],
]);

/** Actions about where things stand on a screen, and those that have a letter of their own here. */
const UNSPOKEN: ReadonlySet<ActionId> = new Set([
  'down',
  'up',
  'top',
  'bottom',
  'half-down',
  'half-up',
  'page-down',
  'page-up',
  'detail-down',
  'detail-up',
  'open',
  'up-level',
  'tab',
  'next-pane',
  'previous-pane',
  'filter',
  'palette',
  'help',
  'quit',
  'repaint',
  'suspend',
  'mouse',
  'zoom',
  'preview',
]);

/** Actions that have words on a screen. */
export function spokenActions(scopes: readonly Scope[], keymap: Keymap): readonly BindingRow[] {
  return bindingsWith(keymap).filter(
    ({ id, scope, keys }) => scopes.includes(scope) && keys.length > 0 && !UNSPOKEN.has(id),
  );
}

/**
 * One typed line (tui-cli.md 20): a number opens a row; `b` goes back, `m` says more, `/text` filters, `?` helps, `q`
 * quits; a tab's name shows it; an action's words act on the row said last, or on the one whose number follows them.
 */
export function readSpokenInput(
  line: string,
  tabs: readonly string[],
  actions: readonly BindingRow[],
): SpokenInput {
  const text = line.trim();
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (/^\d{1,9}$/.test(text)) return { t: 'open', row: Number(text) };
  if (text.startsWith('/')) return { t: 'filter', text: text.slice(1).trim() };
  const [, words = text, number] = /^(.*?)(?:\s+(\d{1,9}))?$/.exec(text) ?? [];
  const action = actionOf(words, actions);
  if (action !== undefined) return { t: 'act', action, row: number === undefined ? null : Number(number) };
  const tab = tabs.indexOf(fold(text));
  // Tabs stand behind the digits, of which there are nine.
  if (tab >= 0 && tab < 9) return { t: 'tab', chord: String(tab + 1) };
  return { t: 'unknown', text };
}

/** Its label, id or word of the footer; else the only label that begins so. */
function actionOf(text: string, actions: readonly BindingRow[]): BindingRow | undefined {
  const wanted = fold(text);
  if (wanted === '') return undefined;
  const whole = actions.find(
    ({ id, label, hint }) => [fold(label), id, id.replaceAll('-', ' ')].includes(wanted) || hint === wanted,
  );
  if (whole !== undefined) return whole;
  const begun = actions.filter(({ label }) => fold(label).startsWith(wanted));
  return begun.length === 1 ? begun[0] : undefined;
}
