import type { Timer } from '../core/context.ts';
import type { SymbolSet } from '../core/safe-text.ts';
import { createSource, type Loader } from './effects/source.ts';
import { isStageEffect, performOnStage, type Stage, type StageEffect } from './effects/stage.ts';
import type { InputEvent } from './input/decode.ts';
import { frameLines } from './linear/lines.ts';
import { ansiLine, type ColourLevel } from './linear/print.ts';
import { createSession, type Session } from './session.ts';
import { type Effect, type Event, here, initialState, type Preferences } from './state/state.ts';
import { Display } from './terminal/display.ts';
import { createFrames, type Frames } from './terminal/frames.ts';
import type { TuiHost } from './terminal/host.ts';
import { createKeyboard } from './terminal/keyboard.ts';
import { createStage, type OwnStage } from './terminal/stage.ts';
import { Terminal } from './terminal/terminal.ts';
import { chooseTheme } from './theme/choose.ts';
import type { Theme } from './theme/themes.ts';

export type TuiRequest = {
  /** A link whose runs are whole ids. */
  readonly link: string;
  readonly symbols: SymbolSet;
  readonly level: ColourLevel;
  readonly colorFgBg: string | undefined;
  readonly preferences: Preferences;
  readonly filters: readonly string[];
  readonly readOnlyReason: string | null;
  /** Milliseconds after which a lone ESC is the key. */
  readonly escMs: number;
};

export type TuiPorts = {
  readonly host: TuiHost;
  readonly load: Loader;
  readonly perform: (
    effect: Exclude<Effect, StageEffect>,
    session: Session,
    stage: Stage,
  ) => Promise<readonly Event[]>;
  /** Aborted by a signal that ends the process. */
  readonly signal: AbortSignal;
  /** Keeps what a fault of ours left; returns where. */
  readonly crash: (error: unknown) => string;
};

/**
 * The interface in a terminal until it is left; resolves to the exit code. The first frame is drawn before the UI
 * library is loaded, and keys act from then on. The terminal is given back once, on every way out, and the last screen
 * named on the main screen (tui-cli.md 12). Rejects with what was thrown by a fault of ours.
 */
export async function runTui(request: TuiRequest, ports: TuiPorts): Promise<number> {
  const { host } = ports;
  const life = createLife();
  const { session, stage, display, resize } = assemble(request, ports, life);
  const close = (): void => stage.close(`${lastScreen(session)}\n`);
  const undo = [
    host.onExit(close),
    host.onFault(life.fail),
    host.onContinue(stage.resume),
    host.divertConsole(),
    onAbort(ports.signal, () => life.end(INTERRUPTED)),
    onResize(host, resize),
  ];
  try {
    stage.enter();
    await Promise.race([session.settled(), life.ended, pause(host.after, FIRST_DATA_MS)]);
    await Promise.race([display.load(), life.ended]);
    return await life.ended;
  } finally {
    close();
    for (const one of undo) one();
  }
}

/** The UI library waits that long for the first screen's data, which is drawn without it. */
const FIRST_DATA_MS = 100;
/** A burst of resizes is one: its last size. */
const RESIZE_MS = 16;
/** The command line turns this into the code of the signal that it was. */
const INTERRUPTED = 130;
const HUNG_UP = 129;

type Assembled = {
  readonly session: Session;
  readonly stage: OwnStage;
  readonly display: Display;
  readonly resize: () => void;
};

function assemble(request: TuiRequest, ports: TuiPorts, { end, fail }: Life): Assembled {
  const { host } = ports;
  const terminal = new Terminal(host);
  const source = createSource(ports.load, fail);
  const state = initialState(
    request.link,
    terminal.size(),
    request.preferences,
    request.readOnlyReason,
    request.filters,
  );
  const session: Session = createSession(state, {
    source,
    symbols: request.symbols,
    changed: () => frames.changed(),
    broken: ports.crash,
    fail,
    perform: async effect => {
      if (isStageEffect(effect)) return performOnStage(effect, stage).then(() => []);
      const events = await ports.perform(effect, session, stage);
      if (effect.t === 'quit') end(effect.code);
      return events;
    },
  });
  const frames = sessionFrames(session, request);
  const display = new Display(frames, host);
  const keyboard = createKeyboard(
    host,
    request.escMs,
    event => send(session, event),
    () => end(HUNG_UP),
  );
  const resize = (): void => {
    session.send({ t: 'resize', ...terminal.size() });
    if (terminal.entered) display.start();
  };
  const stage = createStage({
    terminal,
    display,
    keyboard,
    write: host.write,
    reload: source.reload,
    stop: host.stop,
    resize: () => {
      host.refreshSize();
      resize();
    },
  });
  terminal.setMouse(request.preferences.mouse);
  return { session, stage, display, resize };
}

/** Throws ThemeUnknown at once, while nothing is on the screen yet. */
function sessionFrames(
  session: Session,
  { level, colorFgBg }: TuiRequest,
): Frames & { readonly changed: () => void } {
  const theme = (): Theme => chooseTheme({ theme: session.state().preferences.theme, level, colorFgBg });
  theme();
  return createFrames({
    size: () => session.state().size,
    lines: () => frameLines(session.frame(), session.pen),
    paint: line => ansiLine(line, theme(), level),
  });
}

type Life = {
  readonly ended: Promise<number>;
  readonly end: (exit: number) => void;
  readonly fail: (error: unknown) => void;
};

/** How it ends: whatever comes first. */
function createLife(): Life {
  let end = (_exit: number): void => {};
  let fail = (_error: unknown): void => {};
  const ended = new Promise<number>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  // It may fail before anybody waits for it.
  ended.catch(() => {});
  return { ended, end: exit => end(exit), fail: error => fail(error) };
}

function send(session: Session, event: InputEvent): void {
  if ('key' in event) session.press(event.key);
  else if ('paste' in event) session.send({ t: 'paste', text: event.paste });
  else if ('mouse' in event) sendMouse(session, event);
}

function sendMouse(session: Session, event: Extract<InputEvent, { mouse: unknown }>): void {
  const kind = MOUSE.get(event.mouse);
  if (kind !== undefined) session.mouse(kind, event);
}

const MOUSE: ReadonlyMap<string, 'up' | 'down' | 'click'> = new Map([
  ['wheel-up', 'up'],
  ['wheel-down', 'down'],
  ['press', 'click'],
]);

function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) listener();
  signal.addEventListener('abort', listener);
  return () => signal.removeEventListener('abort', listener);
}

function onResize({ stdout, after }: TuiHost, resize: () => void): () => void {
  let cancel = (): void => {};
  const listener = (): void => {
    cancel();
    cancel = after(RESIZE_MS, resize);
  };
  stdout.on('resize', listener);
  return () => {
    cancel();
    stdout.off('resize', listener);
  };
}

function pause(after: Timer, ms: number): Promise<void> {
  return new Promise(resolve => {
    after(ms, resolve);
  });
}

function lastScreen(session: Session): string {
  const { jobs } = session.state();
  const going = jobs.filter(job => job.state !== 'ended');
  const pids = going.map(job => job.pid).join(', ');
  const runs =
    going.length === 0
      ? ''
      : ` · ${going.length} run${going.length === 1 ? '' : 's'} still going (pid ${pids})`;
  return `contextful: last screen ${here(session.state()).link}${runs}`;
}
