import { bindings } from '../bindings.ts';
import { type Draft, editDraft } from '../input/draft.ts';
import { act } from './act.ts';
import { openLink, relist, replaceLink } from './navigate.ts';
import { relink, runOf } from './relink.ts';
import {
  type Effect,
  here,
  type Overlay,
  readOnlyNotice,
  type Seen,
  type State,
  type Stepped,
} from './state.ts';

type Input = string | { readonly paste: string };

/** Keys while something lies over the screen: `esc` closes it, nothing below it acts. */
export function stepOverlay(state: State, overlay: Overlay, input: Input, seen: Seen | undefined): Stepped {
  if (input === 'esc' || (input === 'q' && overlay.kind === 'help')) return only({ ...state, overlay: null });
  switch (overlay.kind) {
    case 'help':
      return only({ ...state, overlay: { ...overlay, scroll: scrolled(overlay.scroll, input, seen) } });
    case 'palette':
      return stepPalette(state, overlay, input, seen);
    case 'choose':
    case 'export':
      return stepChoice(state, overlay, input, seen);
    case 'preview':
      return stepPreview(state, overlay, input);
    case 'note':
      return stepNote(state, overlay, input);
    case 'leave':
      return stepLeave(state, input);
  }
}

function stepPalette(
  state: State,
  overlay: Overlay & { kind: 'palette' },
  input: Input,
  seen: Seen | undefined,
): Stepped {
  const count = seen?.choices.length ?? 0;
  if (input === 'enter') return choose(state, seen?.choices[overlay.cursor], seen);
  if (input === 'down' || input === 'up') {
    return only({ ...state, overlay: { ...overlay, cursor: stepped(overlay.cursor, input, count) } });
  }
  return only({ ...state, overlay: { ...overlay, draft: edited(overlay.draft, input), cursor: 0 } });
}

function stepChoice(
  state: State,
  overlay: Overlay & { kind: 'choose' | 'export' },
  input: Input,
  seen: Seen | undefined,
): Stepped {
  if (input === 'enter') return choose(state, seen?.choices[overlay.cursor], seen);
  const way = input === 'j' ? 'down' : input === 'k' ? 'up' : input;
  return only({
    ...state,
    overlay: { ...overlay, cursor: stepped(overlay.cursor, way, seen?.choices.length ?? 0) },
  });
}

/** A choice is written as what it leads to: `action:ID`, `link:LINK`, `filter:TEXT`, `vs:RUN`, `theme:NAME`, `export:FORMAT`. */
function choose(state: State, choice: string | undefined, seen: Seen | undefined): Stepped {
  const closed: State = { ...state, overlay: null };
  if (choice === undefined) return only(closed);
  const at = choice.indexOf(':');
  const [kind, value] = [choice.slice(0, at), choice.slice(at + 1)];
  if (kind === 'action') {
    const binding = bindings.find(one => one.id === value);
    if (binding === undefined || seen === undefined) return only(closed);
    if (binding.mutates && state.readOnly) {
      return only({ ...closed, notice: readOnlyNotice(`${binding.label} is off`) });
    }
    return act(closed, binding.id, seen);
  }
  if (kind === 'link') return only(openLink(closed, value));
  if (kind === 'filter') return only(relist(closed, relink(here(state).link, { filter: value }).link));
  if (kind === 'vs') return only(compared(closed, value, seen));
  if (kind === 'theme') {
    return only({ ...closed, preferences: { ...closed.preferences, theme: value } });
  }
  const effect: Effect | undefined = exportEffect(value);
  if (state.readOnly) return only({ ...closed, notice: readOnlyNotice('nothing is written') });
  return { state: closed, effects: effect === undefined ? [] : [effect] };
}

/** On a run's screens deltas are taken against the chosen one; in the list the two are compared. */
function compared(state: State, chosen: string, seen: Seen | undefined): State {
  const { link } = here(state);
  if (runOf(link) !== undefined) return replaceLink(state, relink(link, { vs: chosen }).link);
  const run = runOf(seen?.focus.link ?? '');
  return run === undefined ? state : openLink(state, relink(`compare/${chosen}/${run}`).link);
}

function exportEffect(format: string): Effect | undefined {
  return format === 'txt' || format === 'json' || format === 'csv' ? { t: 'export', format } : undefined;
}

/** What was previewed is carried out; a word that is asked for has to be typed whole. */
function stepPreview(state: State, overlay: Overlay & { kind: 'preview' }, input: Input): Stepped {
  const { preview, typed } = overlay;
  if (input !== 'enter') {
    if (preview.word === null) return only(state);
    return only({ ...state, overlay: { ...overlay, typed: edited(typed, input) } });
  }
  const closed: State = { ...state, overlay: null };
  if (preview.refused !== null) return only(closed);
  if (preview.word !== null && typed.text.trim() !== preview.word) return only(state);
  if (state.readOnly) {
    return only({ ...closed, notice: readOnlyNotice('nothing is changed') });
  }
  const effect: Effect = { t: preview.kind === 'rerun' ? 'spawn' : 'apply', preview };
  return { state: closed, effects: [effect] };
}

function stepNote(state: State, overlay: Overlay & { kind: 'note' }, input: Input): Stepped {
  if (input !== 'enter')
    return only({ ...state, overlay: { ...overlay, draft: edited(overlay.draft, input) } });
  const text = overlay.draft.text.trim();
  const closed: State = { ...state, overlay: null };
  if (text === '') return only(closed);
  return { state: closed, effects: [{ t: 'note', link: here(state).link, text, on: overlay.on }] };
}

/** Quitting while runs go on: `d` leaves them running, `s` stops them. */
function stepLeave(state: State, input: Input): Stepped {
  if (input === 'd') return { state, effects: [{ t: 'quit', code: 0, jobs: 'leave' }] };
  if (input === 's') return { state, effects: [{ t: 'quit', code: 0, jobs: 'stop' }] };
  return only(state);
}

function edited(draft: Draft, input: Input): Draft {
  return editDraft(draft, typeof input === 'string' ? { chord: input } : input);
}

function stepped(cursor: number, input: Input, count: number): number {
  const next = input === 'down' ? cursor + 1 : input === 'up' ? cursor - 1 : cursor;
  return Math.min(Math.max(0, next), Math.max(0, count - 1));
}

function scrolled(scroll: number, input: Input, seen: Seen | undefined): number {
  const most = Math.max(0, (seen?.detailLines ?? 0) - (seen?.detailHeight ?? 0));
  const page = Math.max(1, seen?.detailHeight ?? 1);
  const by =
    input === 'j' || input === 'down' || input === 'J'
      ? 1
      : input === 'k' || input === 'up' || input === 'K'
        ? -1
        : input === 'pagedown' || input === 'ctrl+d'
          ? page
          : input === 'pageup' || input === 'ctrl+u'
            ? -page
            : 0;
  return Math.min(Math.max(0, scroll + by), most);
}

function only(state: State): Stepped {
  return { state, effects: [] };
}
