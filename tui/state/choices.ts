import { type Binding, bindings } from '../bindings.ts';
import { formatLink, parseLink } from '../links.ts';
import { tabsOf } from '../model/run-frame.ts';
import type { Source } from '../model/source.ts';
import { runsAsked } from '../model/source.ts';
import { rankLabels } from '../palette.ts';
import { themeNames } from '../theme/themes.ts';
import { runOf, tabLink } from './relink.ts';
import { scopesOf } from './scopes.ts';
import { here, type State } from './state.ts';

const SHOWN = 200;

/** Rows of the open overlay, each written as what it leads to. Empty where no overlay asks for a choice. */
export function choicesOf(state: State, source: Source): readonly string[] {
  const { overlay } = state;
  if (overlay === null) return [];
  switch (overlay.kind) {
    case 'palette': {
      const all = paletteChoices(state, source);
      const labels = all.map(({ label }) => label);
      const ranked = rankLabels(overlay.draft.text, labels).flatMap(index => all[index]?.choice ?? []);
      return [...ranked, ...caseChoices(overlay.draft.text, state, source)].slice(0, SHOWN);
    }
    case 'choose':
      return overlay.what === 'saved filter'
        ? state.filters.map(text => `filter:${text}`)
        : otherRuns(state, source).map(id => `vs:${id}`);
    case 'export':
      return ['export:txt', 'export:json', 'export:csv'];
    default:
      return [];
  }
}

type Choice = { readonly label: string; readonly choice: string };

function paletteChoices(state: State, source: Source): readonly Choice[] {
  const scopes = scopesOf(here(state).link);
  const run = runOf(here(state).link);
  const usable = (bindings as readonly Binding[]).filter(
    binding =>
      scopes.includes(binding.scope) && !binding.keys.includes('1') && !(binding.mutates && state.readOnly),
  );
  const screens = run === undefined ? [] : runScreens(state, source, run);
  const choices = [
    ...usable.map(({ id }) => `action:${id}`),
    ...['runs', ...screens].map(link => `link:${link}`),
    ...sliceLinks(state, source).map(link => `link:${link}`),
    ...otherRuns(state, source).map(id => `link:run/${id}`),
    ...state.filters.map(text => `filter:${text}`),
    ...themeNames.map(name => `theme:${name}`),
  ];
  return choices.map(choice => ({ label: choiceLabel(choice), choice }));
}

/** What a choice is called, in the palette and where it is looked for. */
export function choiceLabel(choice: string): string {
  const at = choice.indexOf(':');
  const [kind, value] = [choice.slice(0, at), choice.slice(at + 1)];
  if (kind === 'action') return bindings.find(({ id }) => id === value)?.label ?? value;
  const word = KIND_WORDS[kind];
  return word === undefined ? value : `${word} ${value}`;
}

const KIND_WORDS: { readonly [kind: string]: string } = { link: 'Go to', filter: 'Filter', theme: 'Theme' };

const CASES_SHOWN = 20;

/** Cases of the run whose ids begin with what is typed. */
function caseChoices(typed: string, state: State, source: Source): readonly string[] {
  const { link } = here(state);
  const run = runOf(link);
  const prefix = typed.trim();
  if (run === undefined || prefix === '') return [];
  const { vs } = parseLink(link).query;
  const cases = source.get({ kind: 'cases', run, vs, filter: undefined, sort: undefined, marks: undefined });
  const query = vs === undefined ? {} : { vs };
  return (cases?.withPrefix(prefix, CASES_SHOWN) ?? []).map(
    id => `link:${formatLink('run/:run/case/:case', { run, case: id }, query)}`,
  );
}

const SLICES_SHOWN = 100;

function sliceLinks(state: State, source: Source): readonly string[] {
  const { link } = here(state);
  const run = runOf(link);
  if (run === undefined) return [];
  const data = source.get({ kind: 'run', run, vs: parseLink(link).query.vs });
  return Object.keys(data?.report.slices ?? {})
    .slice(0, SLICES_SHOWN)
    .map(tag => formatLink('run/:run/slice/:tag', { run, tag }));
}

/** Every tab of a run: those beyond the ninth have no number. */
function runScreens(state: State, source: Source, run: string): readonly string[] {
  const data = source.get({ kind: 'run', run, vs: parseLink(here(state).link).query.vs });
  return (data === undefined ? [] : tabsOf(data)).map(({ id }) => tabLink(here(state).link, id));
}

function otherRuns(state: State, source: Source): readonly string[] {
  const run = runOf(here(state).link) ?? runUnderCursor(state, source);
  const runs = source.get({ kind: 'runs' });
  return (runs?.lines ?? []).map(line => line.id).filter(id => id !== run);
}

function runUnderCursor(state: State, source: Source): string | undefined {
  const { link, cursor, marks } = here(state);
  const { route, query } = parseLink(link);
  return route === 'runs' ? source.get(runsAsked(query, marks))?.lines[cursor]?.id : undefined;
}
