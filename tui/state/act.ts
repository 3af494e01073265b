import type { ActionId } from '../bindings.ts';
import { isLink, linkCommand } from '../links.ts';
import { type Motion, move, moveColumn, scrollDetail } from './move.ts';
import { atRoot, goBack, goForward, goUp, openLink, relist, replaceLink } from './navigate.ts';
import { relink, runOf, tabLink } from './relink.ts';
import { reverseSort, sortBy } from './sorting.ts';
import {
  here,
  type Neighbour,
  type Preferences,
  type Seen,
  type State,
  type Stepped,
  withHere,
} from './state.ts';

type Handler = (state: State, seen: Seen, chord: string) => Stepped;

/** Carries out an action of the binding table on a state. Total: what can't be done leaves a notice. */
export function act(state: State, id: ActionId, seen: Seen, chord = ''): Stepped {
  const after = handlers[id](state, seen, chord);
  return REPEATABLE.has(id) ? { ...after, state: { ...after.state, last: id } } : after;
}

const REPEATABLE: ReadonlySet<ActionId> = new Set([
  'mark',
  'copy-value',
  'next-match',
  'previous-match',
  'next-sibling',
  'previous-sibling',
  'next-leg',
  'sort',
]);

const handlers: Readonly<Record<ActionId, Handler>> = {
  down: moving('down'),
  up: moving('up'),
  top: moving('top'),
  bottom: moving('bottom'),
  'half-down': moving('half-down'),
  'half-up': moving('half-up'),
  'page-down': moving('page-down'),
  'page-up': moving('page-up'),
  left: (state, seen) => only(moveColumn(state, -1, seen)),
  right: (state, seen) => only(moveColumn(state, 1, seen)),
  'detail-down': (state, seen) => only(scrollDetail(state, 1, seen)),
  'detail-up': (state, seen) => only(scrollDetail(state, -1, seen)),
  open: (state, { focus }) =>
    only(focus.link === undefined ? flip(state, 'zoom') : opened(state, focus.link)),
  'up-level': state => only(state.preferences.zoom ? flip(state, 'zoom') : goUp(state)),
  'history-back': state => only(goBack(state)),
  'history-forward': state => only(goForward(state)),
  tab: (state, { tabs }, chord) => {
    const tab = tabs[Number(chord) - 1];
    return only(tab === undefined ? state : replaceLink(state, tabLink(here(state).link, tab)));
  },
  'next-pane': state => only(otherPane(state)),
  'previous-pane': state => only(otherPane(state)),
  'previous-sibling': (state, { previous }) => only(sibling(state, previous)),
  'next-sibling': (state, { next }) => only(sibling(state, next)),
  filter: state => {
    const text = relink(here(state).link).filter ?? '';
    return only({ ...state, draft: { text, caret: Array.from(text).length, history: state.filters } });
  },
  'next-match': (state, seen) => match(state, seen, 1),
  'previous-match': (state, seen) => match(state, seen, -1),
  'saved-filters': state => only({ ...state, overlay: { kind: 'choose', what: 'saved filter', cursor: 0 } }),
  sort: (state, seen) => only(sortBy(state, seen)),
  'reverse-sort': state => only(reverseSort(state)),
  'filter-value': (state, { focus }) => {
    if (focus.filter === undefined) return said(state, 'nothing to filter by here');
    const before = relink(here(state).link).filter;
    const filter = before === undefined ? focus.filter : `${before} ${focus.filter}`;
    return only(relist(state, relink(here(state).link, { filter }).link));
  },
  'only-marked': state => onlyMarked(state),
  palette: state =>
    only({ ...state, overlay: { kind: 'palette', draft: { text: '', caret: 0, history: [] }, cursor: 0 } }),
  help: state => only({ ...state, overlay: { kind: 'help', scroll: 0 } }),
  quit: state => quit(state),
  repaint: state => ({ state, effects: [{ t: 'repaint' }] }),
  reload: state => ({ state, effects: [{ t: 'reload' }] }),
  suspend: state => ({ state, effects: [{ t: 'suspend' }] }),
  repeat: (state, seen) => {
    const last = state.last;
    return last !== null && isAction(last) ? act(state, last, seen) : said(state, 'nothing to repeat');
  },
  mouse: state => {
    const on = !state.preferences.mouse;
    const text = on ? 'mouse on: selecting text needs shift' : 'mouse off';
    return {
      state: { ...flip(state, 'mouse'), notice: { text, tone: 'info' } },
      effects: [{ t: 'mouse', on }],
    };
  },
  zoom: state => only(flip(state, 'zoom')),
  preview: state => only(flip(state, 'preview')),
  'code-points': state => only(flip(state, 'codePoints')),
  'copy-value': (state, { focus }) =>
    focus.value === undefined
      ? said(state, 'nothing to copy here')
      : { state, effects: [{ t: 'copy', text: focus.value, what: 'value' }] },
  'copy-link': (state, { focus }) => {
    const link = focus.link ?? here(state).link;
    if (!isLink(link)) return said(state, 'no address can hold this id');
    return { state, effects: [{ t: 'copy', text: linkCommand(link), what: 'link' }] };
  },
  'copy-command': state => ({
    state,
    effects: [{ t: 'copy', text: linkCommand(here(state).link), what: 'command' }],
  }),
  export: state => only({ ...state, overlay: { kind: 'export', cursor: 0 } }),
  mark: (state, { focus }) => only(toggleMark(state, focus.id)),
  'clear-marks': state => only(withHere(state, { marks: [] })),
  'mark-filtered': (state, { filtered = [] }) => {
    const { total } = here(state);
    const told = filtered.length < total ? `the first ${filtered.length} of ${total}` : `${filtered.length}`;
    return said(withHere(state, { marks: filtered }), `${told} marked`);
  },
  explain: (state, seen) => toRunScreen(state, seen, 'explain'),
  diff: (state, seen) => toRunScreen(state, seen, 'diff'),
  'choose-compared': state =>
    only({ ...state, overlay: { kind: 'choose', what: 'compared run', cursor: 0 } }),
  swap: state => {
    const [, a, b, ...rest] = here(state).link.split('/');
    if (!here(state).link.startsWith('compare/'))
      return said(state, 'two sides are there in a comparison only');
    return only(replaceLink(state, ['compare', b?.split('?')[0], a, ...rest].join('/')));
  },
  'next-leg': (state, { legs }) => {
    const [shown] = legs;
    if (shown === undefined) return said(state, 'this screen shows no legs');
    const next = LEGS[(LEGS.indexOf(shown) + 1) % LEGS.length] ?? 'hybrid';
    return only(replaceLink(state, relink(here(state).link, { leg: next }).link));
  },
  rerun: (state, seen) => planned(state, seen, 'rerun', []),
  'rerun-failed': (state, seen) => planned(state, seen, 'rerun-some', here(state).marks),
  baseline: (state, seen) => planned(state, seen, 'baseline', []),
  'open-report': (state, seen) => onRun(state, seen, link => [{ t: 'open', link }]),
  edit: (state, { focus }) =>
    focus.place === undefined
      ? said(state, 'no file belongs to this row')
      : { state, effects: [{ t: 'edit', ...focus.place }] },
  pin: (state, seen) => onRun(state, seen, link => [{ t: 'pin', link }]),
  note: (state, { focus }) =>
    only({ ...state, overlay: { kind: 'note', draft: { text: '', caret: 0, history: [] }, on: focus } }),
  stop: (state, seen) => planned(state, seen, 'stop', []),
  detach: state => only(goUp(state)),
};

const LEGS: readonly string[] = ['lexical', 'vector', 'hybrid'];

function moving(motion: Motion): Handler {
  return (state, seen) =>
    state.preferences.pane === 'detail' || state.preferences.zoom
      ? only(scrollDetail(state, SCROLLS[motion](seen), seen))
      : only(move(state, motion, seen));
}

const SCROLLS: Readonly<Record<Motion, (seen: Seen) => number>> = {
  down: () => 1,
  up: () => -1,
  top: () => -1e9,
  bottom: () => 1e9,
  'half-down': seen => Math.max(1, Math.floor(seen.detailHeight / 2)),
  'half-up': seen => -Math.max(1, Math.floor(seen.detailHeight / 2)),
  'page-down': seen => Math.max(1, seen.detailHeight),
  'page-up': seen => -Math.max(1, seen.detailHeight),
};

function quit(state: State): Stepped {
  if (!atRoot(state)) return only(goUp(state));
  if (state.jobs.some(job => job.state !== 'ended')) return only({ ...state, overlay: { kind: 'leave' } });
  return { state, effects: [{ t: 'quit', code: 0, jobs: 'leave' }] };
}

/** What differs in its query alone is another look at the same screen, with the cursor on the same row. */
function opened(state: State, link: string): State {
  const isSame = link.split('?', 1)[0] === here(state).link.split('?', 1)[0];
  return isSame ? relist(state, link) : openLink(state, link);
}

/** Another of the list that this screen was opened from; that list's cursor goes along. */
function sibling(state: State, to: Neighbour | undefined): State {
  if (to === undefined) return { ...state, notice: { text: 'no further one in the list', tone: 'info' } };
  const list = state.stack.at(-2);
  const { leg } = relink(here(state).link);
  const shown = replaceLink(state, leg === undefined ? to.link : relink(to.link, { leg }).link);
  if (list === undefined) return shown;
  const cursor = Math.min(to.cursor, Math.max(0, list.total - 1));
  const stack = [...shown.stack.slice(0, -2), { ...list, cursor }, here(shown)];
  return { ...shown, stack };
}

/** Twice gives the list back as it was. */
function onlyMarked(state: State): Stepped {
  const { link, marks } = here(state);
  const { filter } = relink(link);
  const rest = filter?.replace(ONLY_MARKED, '').trim();
  if (filter !== undefined && rest !== filter) {
    return only(relist(state, relink(link, { filter: rest ?? null }).link));
  }
  if (marks.length === 0) return said(state, 'nothing is marked: space marks');
  const marked = filter === undefined ? 'is:marked' : `(${filter}) is:marked`;
  return only(relist(state, relink(link, { filter: marked }).link));
}

const ONLY_MARKED = /(?:^|\s+)is:marked$/;

function toRunScreen(state: State, seen: Seen, screen: 'explain' | 'diff'): Stepped {
  const run = runOf(here(state).link) ?? runOf(seen.focus.link ?? '');
  if (run === undefined) return said(state, 'no run is under the cursor');
  const { vs } = relink(here(state).link);
  return only(openLink(state, relink(`run/${run}/${screen}`, vs === undefined ? {} : { vs }).link));
}

function planned(
  state: State,
  seen: Seen,
  what: 'baseline' | 'rerun' | 'rerun-some' | 'stop',
  ids: readonly string[],
): Stepped {
  return onRun(state, seen, link => [{ t: 'plan', what, link, ids }]);
}

function onRun(state: State, seen: Seen, effects: (link: string) => Stepped['effects']): Stepped {
  const run = runOf(here(state).link) ?? runOf(seen.focus.link ?? '');
  return run === undefined
    ? said(state, 'no run is under the cursor')
    : { state, effects: effects(`run/${run}`) };
}

function toggleMark(state: State, id: string | undefined): State {
  if (id === undefined) return state;
  const { marks } = here(state);
  return withHere(state, {
    marks: marks.includes(id) ? marks.filter(mark => mark !== id) : [...marks, id],
  });
}

function match(state: State, seen: Seen, way: 1 | -1): Stepped {
  const { link, match: text, cursor, total } = here(state);
  if (text === null || total === 0 || seen.height === 0) return said(state, 'no text to look for');
  return { state, effects: [{ t: 'match', link, text, from: cursor, step: way }] };
}

function otherPane(state: State): State {
  const pane = state.preferences.pane === 'list' ? 'detail' : 'list';
  return { ...state, preferences: { ...state.preferences, pane } };
}

function flip(state: State, name: 'zoom' | 'preview' | 'codePoints' | 'mouse'): State {
  const preferences: Preferences = { ...state.preferences, [name]: !state.preferences[name] };
  return { ...state, preferences };
}

function isAction(id: string): id is ActionId {
  return Object.hasOwn(handlers, id);
}

function said(state: State, text: string): Stepped {
  return only({ ...state, notice: { text, tone: 'info' } });
}

function only(state: State): Stepped {
  return { state, effects: [] };
}
