import { type Binding, bindings } from '../bindings.ts';
import type { Source } from '../model/source.ts';
import { rankLabels } from '../palette.ts';
import { themeNames } from '../theme/themes.ts';
import { runOf } from './relink.ts';
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
      return rankLabels(overlay.draft.text, labels)
        .slice(0, SHOWN)
        .flatMap(index => all[index]?.choice ?? []);
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
  const screens = run === undefined ? [] : RUN_SCREENS.map(name => `run/${run}${name}`);
  return [
    ...usable.map(({ id, label }) => ({ label, choice: `action:${id}` })),
    ...['runs', ...screens].map(link => ({ label: `Go to ${link}`, choice: `link:${link}` })),
    ...otherRuns(state, source).map(id => ({ label: `Run ${id}`, choice: `link:run/${id}` })),
    ...state.filters.map(text => ({ label: `Filter ${text}`, choice: `filter:${text}` })),
    ...themeNames.map(name => ({ label: `Theme ${name}`, choice: `theme:${name}` })),
  ];
}

const RUN_SCREENS = ['', '/slices', '/cases', '/diff', '/explain', '/floors'];

function otherRuns(state: State, source: Source): readonly string[] {
  const run = runOf(here(state).link);
  const runs = source.get({ kind: 'runs' });
  return (runs?.lines ?? []).map(line => line.id).filter(id => id !== run);
}
