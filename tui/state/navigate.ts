import { isLink } from '../links.ts';
import { here, type State, type Visit, visit } from './state.ts';

const MAX_HISTORY = 100;
/** A stack this deep has gone round in circles; its oldest middle is forgotten. */
const MAX_DEPTH = 50;

/** Goes down to a screen; the way back is kept. A screen that is in the stack is returned to. */
export function openLink(state: State, link: string): State {
  if (here(state).link === link) return { ...state, overlay: null };
  if (!isLink(link)) return withoutAddress(state);
  const stack = [...state.stack, visit(link)];
  return moved(state, stack.length > MAX_DEPTH ? [...stack.slice(0, 1), ...stack.slice(2)] : stack);
}

/** Shows another screen in the place of this one, as tabs and siblings do. */
export function replaceLink(state: State, link: string, kept: Partial<Visit> = {}): State {
  if (here(state).link === link) return state;
  if (!isLink(link)) return withoutAddress(state);
  return moved(state, [...state.stack.slice(0, -1), { ...visit(link), ...kept }]);
}

/** Shows the same list in another order or part: marks stay, and the cursor keeps to its row. */
export function relist(state: State, link: string, kept: Partial<Visit> = {}): State {
  const { link: before, cursor, column, marks, match, total, from } = here(state);
  const origin = total > 0 ? { link: before, cursor } : from;
  return replaceLink(state, link, { column, marks, match, from: origin, ...kept });
}

/** One level up: back along the stack, or from a screen that was opened directly to the one above it. */
export function goUp(state: State): State {
  if (state.stack.length > 1) return moved(state, state.stack.slice(0, -1));
  const above = parentLink(here(state).link);
  return above === undefined ? state : moved(state, [visit(above)]);
}

export function atRoot(state: State): boolean {
  return state.stack.length === 1 && parentLink(here(state).link) === undefined;
}

export function goBack(state: State): State {
  const stack = state.past.at(-1);
  if (stack === undefined) return state;
  return cleared({
    ...state,
    stack,
    past: state.past.slice(0, -1),
    future: [...state.future, state.stack].slice(-MAX_HISTORY),
  });
}

export function goForward(state: State): State {
  const stack = state.future.at(-1);
  if (stack === undefined) return state;
  return cleared({
    ...state,
    stack,
    future: state.future.slice(0, -1),
    past: [...state.past, state.stack].slice(-MAX_HISTORY),
  });
}

/** The screen above: a row's case, a case's list, a list's run, a run's list. */
export function parentLink(link: string): string | undefined {
  const [path = '', query] = split(link);
  const words = path.split('/');
  const [area, run = ''] = words;
  if (area === 'runs') return undefined;
  if (area === 'compare') {
    return words.length > 3 ? join(words.slice(0, 3).join('/'), query) : 'runs';
  }
  if (area !== 'run' || words.length <= 2) return 'runs';
  if (words[2] === 'case') {
    return words.length > 4 ? join(words.slice(0, 4).join('/'), query) : join(`run/${run}/cases`, query);
  }
  if (words[2] === 'slice') return join(`run/${run}/slices`, query);
  return join(`run/${run}`, query);
}

/** Ids and filters come from outside: some hold what no address may hold, or are too long for one. */
function withoutAddress(state: State): State {
  const text = 'no address can hold this text: it is too long, or has control characters';
  return { ...state, overlay: null, notice: { text, tone: 'warn' } };
}

function moved(state: State, stack: readonly Visit[]): State {
  return cleared({
    ...state,
    stack,
    past: [...state.past, state.stack].slice(-MAX_HISTORY),
    future: [],
  });
}

function cleared(state: State): State {
  return {
    ...state,
    overlay: null,
    draft: null,
    preferences: { ...state.preferences, pane: 'list', zoom: false, codePoints: false },
  };
}

function split(link: string): readonly [string, string | undefined] {
  const at = link.indexOf('?');
  return at < 0 ? [link, undefined] : [link.slice(0, at), link.slice(at + 1)];
}

/** Going up keeps what is compared with what; filters and tabs belong to the screen that was left. */
function join(path: string, query: string | undefined): string {
  const kept = (query ?? '').split('&').filter(part => part.startsWith('vs=') || part.startsWith('ws='));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}
