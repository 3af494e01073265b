import { Refusal } from '../core/refusal.ts';
import type { SymbolSet } from '../core/safe-text.ts';
import { type ActionId, bindingOf, bindingsWith } from './bindings.ts';
import type { Frame, FrameSize } from './model/frame.ts';
import { createPen, type Pen } from './model/pen.ts';
import { placeAt } from './model/place-at.ts';
import type { ListSource, Screen } from './model/screen.ts';
import type { Source } from './model/source.ts';
import { firstIds, follow, listAbove, neighboursIn } from './state/rows.ts';
import { scopesOf } from './state/scopes.ts';
import { type Effect, type Event, here, type Seen, type State, type Visit } from './state/state.ts';
import { step } from './state/step.ts';
import { createViews } from './views.ts';

export type SessionPorts = {
  readonly source: Source;
  readonly symbols: SymbolSet;
  /** Carries an effect out and answers with the events that it leads to. What it refuses is told on the screen. */
  readonly perform: (effect: Effect, session: Session) => Promise<readonly Event[]>;
  /** Something visible may have changed. */
  readonly changed: () => void;
  /** A screen's own code threw; the answer says where that is kept. Absent: it goes to who asked for the frame. */
  readonly broken?: (error: unknown) => string;
  /** An effect failed by a fault of ours. */
  readonly fail: (error: unknown) => void;
};

/** One run of the interface without a terminal: keys in, frames out. Every output stands on it. */
export type Session = {
  readonly state: () => State;
  readonly frame: (size?: FrameSize) => Frame;
  readonly screen: () => Screen;
  readonly pen: Pen;
  readonly press: (chord: string) => void;
  readonly send: (event: Exclude<Event, { t: 'key' } | { t: 'mouse' }>) => void;
  /** The cell is counted from 1, as terminals report it. */
  readonly mouse: (kind: 'up' | 'down' | 'click', cell: { readonly x: number; readonly y: number }) => void;
  /** All keys are played, all effects done and all data of the screen there. */
  readonly settled: () => Promise<void>;
  /** Set once a quit was performed. */
  readonly over: () => boolean;
};

/** What needs no row: it acts while data is on its way. */
const FREE: ReadonlySet<ActionId> = new Set(['up-level', 'quit', 'repaint', 'suspend', 'help']);

export function createSession(initial: State, ports: SessionPorts): Session {
  const pen = createPen(ports.symbols);
  const views = createViews(ports.source, pen, ports.broken);
  let state = initial;
  let over = false;
  let queue: readonly string[] = [];
  /** The row of the cursor while data is read anew. */
  let under: { readonly link: string; readonly id: string } | undefined;
  const effects = new Set<Promise<void>>();

  /** What the reducer may know of the screen at this moment. */
  function see(chord?: string): Seen {
    const screen = views.screen(state);
    const shown = views.frame(state, state.size);
    const { cursor, column } = here(state);
    const height = shown.list === null ? 0 : shown.list.window.to - shown.list.window.from;
    return {
      focus:
        screen.list.total === 0 ? {} : screen.list.focus(Math.min(cursor, screen.list.total - 1), column),
      height: Math.max(1, height),
      detailHeight: shown.detail?.height ?? 0,
      detailLines: shown.overlay?.lines.length ?? shown.detail?.window.total ?? 0,
      gridColumns: screen.list.grid?.length ?? 0,
      sortKeys: screen.sortKeys,
      tabs: screen.tabs.map(tab => tab.id),
      legs: screen.legs ?? [],
      choices: views.choices(state),
      ...(chord === undefined ? {} : neighbours(chord)),
      ...(chord !== undefined && does(chord, 'mark-filtered') ? { filtered: firstIds(screen.list) } : {}),
    };
  }

  /** Only the action that steps to them needs them, and the list above may have to be made for it. */
  function neighbours(chord: string): Pick<Seen, 'previous' | 'next'> {
    const above = aboveFor(chord);
    return above === undefined ? {} : neighboursIn(views.screen(state, above).list, here(state).link, above);
  }

  function aboveFor(chord: string): Visit | undefined {
    if (!does(chord, 'previous-sibling') && !does(chord, 'next-sibling')) return undefined;
    return state.stack.at(-2) ?? listAbove(here(state).link);
  }

  /** Whether a key leads to an action, itself or as what the palette or `.` chose. */
  function does(chord: string, action: ActionId): boolean {
    const { overlay, last, preferences } = state;
    if (overlay !== null) {
      const chosen =
        'cursor' in overlay && chord === 'enter' ? views.choices(state)[overlay.cursor] : undefined;
      return chosen === `action:${action}`;
    }
    const id = bindingOf(chord, scopesOf(here(state).link), bindingsWith(preferences.keymap))?.id;
    return id === action || (id === 'repeat' && last === action);
  }

  function apply(event: Event): void {
    const stepped = step(state, event);
    state = stepped.state;
    for (const effect of stepped.effects) start(effect);
    syncTotal();
  }

  /** A list that came is told to the state, so that the cursor stays inside it and on its row. */
  function syncTotal(): void {
    const visit = here(state);
    const { waiting, list } = views.screen(state);
    if (waiting !== undefined) return;
    const cursor = followed(visit, list);
    if (list.total === visit.total && visit.from === null && cursor === undefined) return;
    const moved = cursor === undefined ? {} : { cursor };
    state = step(state, { t: 'listed', link: visit.link, total: list.total, ...moved }).state;
  }

  /** Where the row that the cursor was on went: through a filter or an order, or by a reload. */
  function followed({ link, from, cursor }: Visit, list: ListSource): number | undefined {
    if (from !== null) {
      const before = views.screen(state, { ...here(state), link: from.link, from: null });
      return before.waiting === undefined ? follow(before.list, from.cursor, list) : undefined;
    }
    if (under?.link !== link || list.idAt?.(cursor) === under.id) return undefined;
    const at = list.indexOf?.(under.id) ?? -1;
    return at < 0 ? undefined : at;
  }

  /** Called before older data is forgotten. */
  function rememberRow(): void {
    const { link, cursor } = here(state);
    const { waiting, list } = views.screen(state);
    if (waiting !== undefined) return;
    const id = list.idAt?.(cursor);
    under = id === undefined ? undefined : { link, id };
  }

  function start(effect: Effect): void {
    if (effect.t === 'quit') over = true;
    const done = perform(effect)
      .then(events => {
        for (const event of events) apply(event);
      })
      .catch(ports.fail)
      .finally(() => {
        effects.delete(done);
        ports.changed();
      });
    effects.add(done);
  }

  async function perform(effect: Effect): Promise<readonly Event[]> {
    try {
      return await ports.perform(effect, session);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [{ t: 'failed', code: error.code, message: error.message }];
    }
  }

  function pump(): void {
    let played = 0;
    for (const chord of queue) {
      if (over) break;
      syncTotal();
      const typing = state.draft !== null || state.overlay !== null;
      if (!typing && !isFree(chord) && isWaiting(chord)) break;
      played += 1;
      if (chord === 'ctrl+c') interrupt();
      else apply({ t: 'key', chord, seen: see(chord) });
    }
    queue = queue.slice(played);
    ports.changed();
  }

  function isFree(chord: string): boolean {
    if (chord === 'ctrl+c') return true;
    const table = bindingsWith(state.preferences.keymap);
    const action = bindingOf(chord, scopesOf(here(state).link), table)?.id;
    return action !== undefined && FREE.has(action);
  }

  function isWaiting(chord: string): boolean {
    const above = aboveFor(chord);
    if (above !== undefined && views.screen(state, above).waiting !== undefined)
      return ports.source.loading();
    const screen = views.screen(state);
    if (screen.waiting !== undefined) return ports.source.loading();
    const { cursor } = here(state);
    return screen.list.total > 0 && screen.list.row(cursor) === undefined && ports.source.loading();
  }

  function interrupt(): void {
    const busy = state.jobs.some(job => job.state !== 'ended');
    if (busy && state.overlay?.kind !== 'leave') state = { ...state, overlay: { kind: 'leave' } };
    else start({ t: 'quit', code: busy ? 130 : 0, jobs: 'leave' });
  }

  async function settled(): Promise<void> {
    for (;;) {
      pump();
      views.frame(state, state.size);
      if (queue.length === 0 && effects.size === 0 && !ports.source.loading()) return;
      await Promise.race([...effects, ports.source.settled()]);
    }
  }

  ports.source.onChange(() => {
    rememberRow();
    views.forget();
    syncTotal();
    under = undefined;
    pump();
  });

  const session: Session = {
    state: () => state,
    frame: (size = state.size) => views.frame(state, size),
    screen: () => views.screen(state),
    pen,
    press: chord => {
      queue = [...queue, chord];
      pump();
    },
    send: event => {
      apply(event);
      pump();
    },
    mouse: (kind, cell) => {
      const under = placeAt(views.frame(state, state.size), cell);
      apply({ t: 'mouse', kind, ...under, seen: see() });
      pump();
    },
    settled,
    over: () => over,
  };
  return session;
}
