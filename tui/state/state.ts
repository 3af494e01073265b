import type { Keymap } from '../bindings.ts';
import type { Draft } from '../input/draft.ts';
import type { Focus } from '../model/screen.ts';

/** A place that was visited: where it is, and how it was left. */
export type Visit = {
  /** Canonical link, which holds tab, filter, sort and the compared run. */
  readonly link: string;
  readonly cursor: number;
  /** First visible row. */
  readonly top: number;
  /** Index into the grid columns of the list. */
  readonly column: number;
  /** First visible line of the detail. */
  readonly scroll: number;
  /** Rows of the list as last told; 0 until its data came. */
  readonly total: number;
  readonly marks: readonly string[];
  /** Last text term that `n` and `N` step through. */
  readonly match: string | null;
  /** Where the cursor stood before the filter or order changed: it is followed into the list once that is there. */
  readonly from: { readonly link: string; readonly cursor: number } | null;
};

export type Size = { readonly columns: number; readonly rows: number };

/** What a plan shows before it is carried out; nothing is applied that was not previewed. */
export type Preview = {
  readonly kind: 'baseline' | 'rerun' | 'stop';
  readonly title: string;
  readonly lines: readonly string[];
  /** Word to type; none: enter confirms. */
  readonly word: string | null;
  /** Why it can't be done; then there is nothing to confirm. */
  readonly refused: string | null;
  /** Names the previewed thing for the effect that carries it out (a digest, a plan file). */
  readonly token: string;
  readonly command: string | null;
};

export type Overlay =
  | { readonly kind: 'help'; readonly scroll: number }
  | { readonly kind: 'palette'; readonly draft: Draft; readonly cursor: number }
  | { readonly kind: 'choose'; readonly what: 'compared run' | 'saved filter'; readonly cursor: number }
  | { readonly kind: 'preview'; readonly preview: Preview; readonly typed: Draft }
  | { readonly kind: 'export'; readonly cursor: number }
  | { readonly kind: 'note'; readonly draft: Draft; readonly on: Focus }
  | { readonly kind: 'leave' };

export type Job = {
  readonly id: string;
  readonly what: string;
  readonly pid: number | null;
  readonly run: string | null;
  readonly state: 'starting' | 'running' | 'ended';
};

export type Notice = {
  readonly text: string;
  readonly tone: 'info' | 'warn' | 'bad';
  /** The refusal that it tells of, where the state itself refused. */
  readonly code?: 'ReadOnly';
};

/** An action that writes was asked of a read-only session. */
export function readOnlyNotice(what: string): Notice {
  return { text: `ReadOnly: ${what}`, tone: 'warn', code: 'ReadOnly' };
}

export type Preferences = {
  readonly preview: boolean;
  readonly mouse: boolean;
  readonly theme: string;
  readonly codePoints: boolean;
  /** The detail takes the whole body. */
  readonly zoom: boolean;
  /** Where `J` and `K` and the arrows go. */
  readonly pane: 'list' | 'detail';
  /** Keys that the configuration changed. */
  readonly keymap: Keymap;
};

export const DEFAULT_PREFERENCES: Preferences = {
  preview: true,
  mouse: false,
  theme: 'auto',
  codePoints: false,
  zoom: false,
  pane: 'list',
  keymap: {},
};

/** The whole state of the interface: JSON, so that an interaction can be saved and replayed. */
export type State = {
  readonly size: Size;
  /** From the root to the screen that is shown; never empty. */
  readonly stack: readonly Visit[];
  /** Links of stacks that were left, for `[`; and those that `[` left, for `]`. */
  readonly past: readonly (readonly Visit[])[];
  readonly future: readonly (readonly Visit[])[];
  readonly overlay: Overlay | null;
  /** The filter line while it is edited. */
  readonly draft: Draft | null;
  readonly notice: Notice | null;
  readonly jobs: readonly Job[];
  readonly preferences: Preferences;
  readonly readOnly: boolean;
  /** Why nothing may be changed. */
  readonly readOnlyReason: string | null;
  /** Id of the action that `.` repeats. */
  readonly last: string | null;
  /** Filters typed in this session, newest first, and those of the configuration; at most 50. */
  readonly filters: readonly string[];
};

/** What the driver knows at the moment of a key: the row under the cursor and the height of the window. */
export type Seen = {
  readonly focus: Focus;
  /** Rows of the list that the window holds. */
  readonly height: number;
  readonly detailHeight: number;
  readonly detailLines: number;
  readonly gridColumns: number;
  /** Keys by which the list can be sorted. */
  readonly sortKeys: readonly string[];
  /** Tabs of the screen in order. */
  readonly tabs: readonly string[];
  /** Neighbours in the list that this screen was opened from. */
  readonly previous?: Neighbour;
  readonly next?: Neighbour;
  /** Legs that the screen shows, the first at the left. */
  readonly legs: readonly string[];
  /** Ids of the list's rows in order, as many as may be marked at once; only for the action that marks them. */
  readonly filtered?: readonly string[];
  /** Rows of the open overlay, with the link or action that each stands for. */
  readonly choices: readonly string[];
};

/** A row of the list above, and its place there. */
export type Neighbour = { readonly link: string; readonly cursor: number };

export type Event =
  | { readonly t: 'key'; readonly chord: string; readonly seen: Seen }
  | { readonly t: 'paste'; readonly text: string }
  /** `row` of the list that is under the pointer, null where none is. The wheel scrolls the pane that it is over. */
  | {
      readonly t: 'mouse';
      readonly kind: 'up' | 'down' | 'click';
      readonly row: number | null;
      readonly pane: 'list' | 'detail';
      readonly seen: Seen;
    }
  | { readonly t: 'resize'; readonly columns: number; readonly rows: number }
  /** A list got (more of) its rows; `cursor` is where the row under the cursor went. */
  | { readonly t: 'listed'; readonly link: string; readonly total: number; readonly cursor?: number }
  | { readonly t: 'preview'; readonly preview: Preview }
  | { readonly t: 'job'; readonly job: Job }
  | { readonly t: 'done'; readonly notice: string; readonly open?: string }
  | { readonly t: 'failed'; readonly code: string; readonly message: string }
  | { readonly t: 'replace'; readonly link: string };

export type Effect =
  | { readonly t: 'copy'; readonly text: string; readonly what: string }
  | { readonly t: 'export'; readonly format: 'txt' | 'json' | 'csv' }
  | { readonly t: 'edit'; readonly file: string; readonly line: number; readonly column: number }
  | { readonly t: 'open'; readonly link: string }
  | {
      readonly t: 'plan';
      readonly what: 'baseline' | 'rerun' | 'rerun-some' | 'stop';
      readonly link: string;
      readonly ids: readonly string[];
    }
  | { readonly t: 'apply'; readonly preview: Preview }
  | { readonly t: 'spawn'; readonly preview: Preview }
  | { readonly t: 'pin'; readonly link: string }
  | { readonly t: 'note'; readonly link: string; readonly text: string; readonly on: Focus }
  | {
      readonly t: 'match';
      readonly link: string;
      readonly text: string;
      readonly from: number;
      readonly step: 1 | -1;
    }
  | { readonly t: 'reload' }
  | { readonly t: 'repaint' }
  | { readonly t: 'suspend' }
  | { readonly t: 'mouse'; readonly on: boolean }
  | { readonly t: 'quit'; readonly code: number; readonly jobs: 'leave' | 'stop' };

export type Stepped = { readonly state: State; readonly effects: readonly Effect[] };

export function visit(link: string): Visit {
  return { link, cursor: 0, top: 0, column: 0, scroll: 0, total: 0, marks: [], match: null, from: null };
}

export function initialState(
  link: string,
  size: Size,
  preferences: Preferences,
  readOnlyReason: string | null,
  filters: readonly string[] = [],
): State {
  return {
    size,
    stack: [visit(link)],
    past: [],
    future: [],
    overlay: null,
    draft: null,
    notice: null,
    jobs: [],
    preferences,
    readOnly: readOnlyReason !== null,
    readOnlyReason,
    last: null,
    filters,
  };
}

export function here(state: State): Visit {
  const last = state.stack.at(-1);
  // The stack is never empty: nothing pops its root.
  return last ?? visit('runs');
}

export function withHere(state: State, change: Partial<Visit>): State {
  return { ...state, stack: [...state.stack.slice(0, -1), { ...here(state), ...change }] };
}
