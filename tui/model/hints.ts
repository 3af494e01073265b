import type { ActionId, BindingRow } from '../bindings.ts';
import { fieldsOf } from '../filter/fields-of.ts';
import { parseLink } from '../links.ts';
import { atRoot } from '../state/navigate.ts';
import { scopesOf } from '../state/scopes.ts';
import type { State } from '../state/state.ts';
import { cells } from '../text/cells.ts';
import type { Screen } from './screen.ts';

export type Hint = { readonly key: string; readonly word: string };

const MOST_HINTS = 8;

/** The longest list of hints that fits, by rank, of what can be done here. */
export function footerHints(
  state: State,
  link: string,
  screen: Screen,
  table: readonly BindingRow[],
  columns: number,
): readonly Hint[] {
  const scopes = scopesOf(link);
  const ranked = table
    .filter(({ rank, scope }) => rank !== null && scopes.includes(scope))
    .filter(({ mutates }) => !(mutates && state.readOnly))
    .filter(({ id }) => APPLIES[id]?.({ state, link, screen }) ?? true)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const hints: Hint[] = [];
  let used = 0;
  for (const { keys, hint: word } of ranked.slice(0, MOST_HINTS)) {
    const [key] = keys;
    if (key === undefined) continue;
    const size = cells(key) + 1 + cells(word) + (hints.length > 0 ? 2 : 0);
    if (used + size > columns) break;
    hints.push({ key, word });
    used += size;
  }
  return hints;
}

type Here = { readonly state: State; readonly link: string; readonly screen: Screen };

/** When a key does something; those that are not named always do. */
const APPLIES: { readonly [id in ActionId]?: (here: Here) => boolean } = {
  'up-level': ({ state }) => !atRoot(state),
  quit: ({ state }) => atRoot(state),
  filter: ({ link }) => fieldsOf(link) !== undefined,
  sort: ({ screen }) => screen.sortKeys.length > 0,
  'next-leg': ({ screen }) => (screen.legs ?? []).length > 1,
  'next-sibling': ({ link }) => SIBLINGS.has(parseLink(link).route),
  explain: ({ link, screen }) => isAboutRun(link, screen) && parseLink(link).route !== 'run/:run/explain',
  diff: ({ link, screen }) => isAboutRun(link, screen) && parseLink(link).route !== 'run/:run/diff',
  'choose-compared': ({ link, screen }) => isAboutRun(link, screen),
  swap: ({ link }) => link.startsWith('compare/'),
};

const SIBLINGS: ReadonlySet<string> = new Set(['run/:run/case/:case', 'compare/:a/:b/case/:case']);

function isAboutRun(link: string, { list }: Screen): boolean {
  return link.startsWith('run/') || (parseLink(link).route === 'runs' && list.total > 0);
}
