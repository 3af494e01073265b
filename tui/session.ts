import type { SymbolSet } from '../core/safe-text.ts';
import { composeFrame, type Frame, type FrameSize, listHeight } from './model/frame.ts';
import { createPen, type Pen } from './model/pen.ts';
import type { Screen } from './model/screen.ts';
import { buildScreen } from './model/screens.ts';
import type { Source } from './model/source.ts';
import { choicesOf } from './state/choices.ts';
import { filterFault } from './state/filter-line.ts';
import { relink } from './state/relink.ts';
import { scopesOf } from './state/scopes.ts';
import { type Effect, type Event, here, type Seen, type State } from './state/state.ts';
import { step } from './state/step.ts';

export type SessionPorts = {
  readonly source: Source;
  readonly symbols: SymbolSet;
  /** Carries an effect out and answers with the events that it leads to. */
  readonly perform: (effect: Effect, session: Session) => Promise<readonly Event[]>;
  /** Something visible may have changed. */
  readonly changed: () => void;
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

type Waiting = { readonly chord: string };

/** Keys that need no row: they act while data is on its way. */
const UNBOUND = new Set(['esc', 'q', 'ctrl+c', 'ctrl+l', '?', 'f1']);

export function createSession(initial: State, ports: SessionPorts): Session {
  const pen = createPen(ports.symbols);
  let state = initial;
  let over = false;
  let queue: Waiting[] = [];
  const effects = new Set<Promise<void>>();

  const build = (): Screen => buildScreen(here(state), state, ports.source, pen);

  function frame(size: FrameSize = state.size): Frame {
    const visit = here(state);
    const fault = state.draft === null ? undefined : filterFault(visit.link, state.draft.text);
    return composeFrame({
      screen: build(),
      state,
      visit,
      size,
      pen,
      scopes: scopesOf(visit.link),
      filter: relink(visit.link).filter,
      filterFault: fault === undefined ? undefined : `${fault.column}: ${fault.message}`,
      choices: choicesOf(state, ports.source),
    });
  }

  /** What the reducer may know of the screen at this moment. */
  function see(): Seen {
    const screen = build();
    const shown = frame();
    const { cursor, column } = here(state);
    const height = shown.list === null ? 0 : shown.list.window.to - shown.list.window.from;
    const siblings = siblingLinks();
    return {
      focus:
        screen.list.total === 0 ? {} : screen.list.focus(Math.min(cursor, screen.list.total - 1), column),
      height: Math.max(1, height, listHeight(1)),
      detailHeight: shown.detail?.height ?? 0,
      detailLines: shown.overlay?.lines.length ?? shown.detail?.window.total ?? 0,
      gridColumns: screen.list.grid?.length ?? 0,
      sortKeys: screen.sortKeys,
      tabs: screen.tabs.map(tab => tab.id),
      choices: choicesOf(state, ports.source),
      ...siblings,
    };
  }

  function siblingLinks(): { readonly previous?: string; readonly next?: string } {
    const above = state.stack.at(-2);
    if (above === undefined) return {};
    const { list } = buildScreen(above, state, ports.source, pen);
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
    const screen = build();
    if (screen.waiting === undefined && screen.list.total !== total) {
      state = step(state, { t: 'listed', link, total: screen.list.total }).state;
    }
  }

  function start(effect: Effect): void {
    if (effect.t === 'quit') over = true;
    const done = ports
      .perform(effect, session)
      .then(events => {
        for (const event of events) apply(event);
      })
      .finally(() => {
        effects.delete(done);
        ports.changed();
      });
    effects.add(done);
  }

  function pump(): void {
    while (!over) {
      const next = queue[0];
      if (next === undefined) break;
      syncTotal();
      const typing = state.draft !== null || state.overlay !== null;
      if (!typing && !UNBOUND.has(next.chord) && isWaiting()) return;
      queue = queue.slice(1);
      if (next.chord === 'ctrl+c') interrupt();
      else apply({ t: 'key', chord: next.chord, seen: see() });
    }
    ports.changed();
  }

  function isWaiting(): boolean {
    const screen = build();
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
      build();
      frame();
      if (queue.length === 0 && effects.size === 0 && !ports.source.loading()) return;
      await Promise.race([...effects, ports.source.settled()]);
    }
  }

  ports.source.onChange(() => {
    syncTotal();
    pump();
  });

  const session: Session = {
    state: () => state,
    frame,
    screen: build,
    pen,
    press: chord => {
      queue = [...queue, { chord }];
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
