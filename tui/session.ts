import { Refusal } from '../core/refusal.ts';
import type { SymbolSet } from '../core/safe-text.ts';
import { type ActionId, bindingOf, bindingsWith } from './bindings.ts';
import { type Frame, type FrameSize, listHeight } from './model/frame.ts';
import { createPen, type Pen } from './model/pen.ts';
import type { Screen } from './model/screen.ts';
import type { Source } from './model/source.ts';
import { scopesOf } from './state/scopes.ts';
import { type Effect, type Event, here, type Seen, type State } from './state/state.ts';
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
  readonly wheel: (kind: 'up' | 'down' | 'click', row: number) => void;
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
  const effects = new Set<Promise<void>>();

  /** What the reducer may know of the screen at this moment. */
  function see(): Seen {
    const screen = views.screen(state);
    const shown = views.frame(state, state.size);
    const { cursor, column } = here(state);
    const height = shown.list === null ? 0 : shown.list.window.to - shown.list.window.from;
    return {
      focus:
        screen.list.total === 0 ? {} : screen.list.focus(Math.min(cursor, screen.list.total - 1), column),
      height: Math.max(1, height, listHeight(1)),
      detailHeight: shown.detail?.height ?? 0,
      detailLines: shown.overlay?.lines.length ?? shown.detail?.window.total ?? 0,
      gridColumns: screen.list.grid?.length ?? 0,
      sortKeys: screen.sortKeys,
      tabs: screen.tabs.map(tab => tab.id),
      choices: views.choices(state),
      ...siblingLinks(),
    };
  }

  function siblingLinks(): { readonly previous?: string; readonly next?: string } {
    const above = state.stack.at(-2);
    if (above === undefined) return {};
    const { list } = views.screen(state, above);
    const link = (index: number): string | undefined =>
      index < 0 || index >= list.total ? undefined : list.focus(index, above.column).link;
    const previous = link(above.cursor - 1);
    const next = link(above.cursor + 1);
    return { ...(previous === undefined ? {} : { previous }), ...(next === undefined ? {} : { next }) };
  }

  function apply(event: Event): void {
    const stepped = step(state, event);
    state = stepped.state;
    for (const effect of stepped.effects) start(effect);
    syncTotal();
  }

  /** A list that came is told to the state, so that the cursor stays inside it. */
  function syncTotal(): void {
    const { link, total } = here(state);
    const screen = views.screen(state);
    if (screen.waiting === undefined && screen.list.total !== total) {
      state = step(state, { t: 'listed', link, total: screen.list.total }).state;
    }
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
      if (!typing && !isFree(chord) && isWaiting()) break;
      played += 1;
      if (chord === 'ctrl+c') interrupt();
      else apply({ t: 'key', chord, seen: see() });
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

  function isWaiting(): boolean {
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
    views.forget();
    syncTotal();
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
    wheel: (kind, row) => {
      apply({ t: 'mouse', kind, row, seen: see() });
      pump();
    },
    settled,
    over: () => over,
  };
  return session;
}
