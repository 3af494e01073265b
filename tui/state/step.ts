import { bindingOf, bindingsWith } from '../bindings.ts';
import { act } from './act.ts';
import { stepDraft } from './filter-line.ts';
import { openLink } from './navigate.ts';
import { stepOverlay } from './overlay.ts';
import { scopesOf } from './scopes.ts';
import { type Event, here, readOnlyNotice, type State, type Stepped, withHere } from './state.ts';

/**
 * One step of the interface (tui-cli.md 11): pure and total. The same events from the same state lead to the same
 * state; what is to be done outside comes back as effects.
 */
export function step(state: State, event: Event): Stepped {
  switch (event.t) {
    case 'key':
      return stepKey({ ...state, notice: null }, event);
    case 'paste':
      return stepText(state, { paste: event.text });
    case 'mouse':
      return stepMouse(state, event);
    case 'resize':
      return only({ ...state, size: { columns: event.columns, rows: event.rows } });
    case 'listed':
      return only(listed(state, event));
    case 'preview':
      return only({
        ...state,
        overlay: { kind: 'preview', preview: event.preview, typed: { text: '', caret: 0, history: [] } },
      });
    case 'job':
      return only({ ...state, jobs: [...state.jobs.filter(job => job.id !== event.job.id), event.job] });
    case 'done': {
      const told: State = { ...state, notice: { text: event.notice, tone: 'info' } };
      return event.open === undefined ? only(told) : only(openLink(told, event.open));
    }
    case 'failed':
      return only({ ...state, notice: { text: `${event.code}: ${event.message}`, tone: 'bad' } });
    case 'replace':
      return only(withHere(state, { link: event.link, cursor: 0, top: 0, total: 0, from: null }));
  }
}

function stepKey(state: State, event: Event & { t: 'key' }): Stepped {
  if (state.draft !== null) return stepText(state, { chord: event.chord });
  if (state.overlay !== null) return stepOverlay(state, state.overlay, event.chord, event.seen);
  const binding = bindingOf(event.chord, scopesOf(here(state).link), bindingsWith(state.preferences.keymap));
  if (binding === undefined) return only(state);
  if (binding.mutates && state.readOnly) {
    const why = state.readOnlyReason ?? 'read-only';
    return only({ ...state, notice: readOnlyNotice(`${binding.label} is off, ${why}`) });
  }
  return act(state, binding.id, event.seen, event.chord);
}

function stepText(state: State, input: { readonly chord: string } | { readonly paste: string }): Stepped {
  if (state.draft !== null) return stepDraft(state, state.draft, input);
  if ('paste' in input && state.overlay !== null) return stepOverlay(state, state.overlay, input, undefined);
  return only(state);
}

function stepMouse(state: State, event: Event & { t: 'mouse' }): Stepped {
  // What lies over the screen is worked with keys.
  if (state.overlay !== null || state.draft !== null) return only(state);
  const { kind, pane, seen } = event;
  if (kind === 'click') return clickRow(state, event);
  if (pane === 'detail') return act(state, kind === 'down' ? 'detail-down' : 'detail-up', seen);
  return act(state, kind, seen);
}

/** The first click selects, the second one opens. */
function clickRow(state: State, event: Event & { t: 'mouse' }): Stepped {
  const { cursor, total } = here(state);
  const { row } = event;
  if (row === null || row >= total) return only(state);
  return row === cursor ? act(state, 'open', event.seen) : only(withHere(state, { cursor: row }));
}

/** News of a list that was left changes nothing. */
function listed(state: State, event: Event & { t: 'listed' }): State {
  const visit = here(state);
  if (visit.link !== event.link) return state;
  const last = Math.max(0, event.total - 1);
  const cursor = Math.min(event.cursor ?? visit.cursor, last);
  return withHere(state, { total: event.total, cursor, top: Math.min(visit.top, cursor), from: null });
}

function only(state: State): Stepped {
  return { state, effects: [] };
}
