import type { Timer } from '../core/context.ts';
import type { SymbolSet } from '../core/safe-text.ts';
import { createSource, type Loader } from './effects/source.ts';
import { DECODE_START, decode, type InputEvent, isPending } from './input/decode.ts';
import { type DrawnLine, frameLines } from './linear/lines.ts';
import { ansiLine, type ColourLevel } from './linear/print.ts';
import type { FrameStore, Mounted } from './screens/app.tsx';
import { createSession, type Session } from './session.ts';
import { type Effect, type Event, here, type Preferences, initialState } from './state/state.ts';
import { home } from './terminal/modes.ts';
import { Terminal } from './terminal/terminal.ts';
import { chooseTheme } from './theme/choose.ts';

export type TuiRequest = {
  readonly link: string;
  readonly symbols: SymbolSet;
  readonly level: ColourLevel;
  readonly colorFgBg: string | undefined;
  readonly preferences: Preferences;
  readonly readOnlyReason: string | null;
  /** Milliseconds after which a lone ESC is the key. */
  readonly escMs: number;
};

export type TuiPorts = {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly writeNow: (text: string) => void;
  readonly load: Loader;
  readonly perform: (effect: Effect, session: Session, terminal: Terminal) => Promise<readonly Event[]>;
  readonly after: Timer;
  readonly onSignal: (signal: 'SIGTERM' | 'SIGHUP' | 'SIGCONT', listener: () => void) => () => void;
  readonly onExit: (listener: () => void) => () => void;
  /** Keeps what a fault of ours left; returns the line to show in its place. */
  readonly crash: (error: unknown) => Promise<string>;
};

export type TuiEnd = { readonly exit: number; readonly note: string };

/**
 * The interface in a terminal, until it is left (tui-cli.md 12). The first frame is drawn before the UI library is
 * loaded; keys typed meanwhile are played by the same session. The terminal is given back on every way out.
 */
export async function runTui(request: TuiRequest, ports: TuiPorts): Promise<TuiEnd> {
  const terminal = new Terminal(ports);
  const faults: unknown[] = [];
  const listeners = new Set<() => void>();
  const source = createSource(ports.load, error => {
    faults.push(error);
    end(3);
  });
  let end = (_exit: number): void => {};
  const ended = new Promise<number>(resolve => {
    end = resolve;
  });
  let cached: readonly DrawnLine[] | undefined;
  const changed = (): void => {
    cached = undefined;
    for (const listener of listeners) listener();
  };
  const session = createSession(
    initialState(request.link, terminal.size(), request.preferences, request.readOnlyReason),
    {
      source,
      symbols: request.symbols,
      changed,
      perform: async (effect, self) => {
        if (effect.t === 'quit') end(effect.code);
        return ports.perform(effect, self, terminal);
      },
    },
  );
  const store: FrameStore = {
    lines: () => {
      cached ??= frameLines(session.frame(), session.pen);
      return cached;
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    paint: line => ansiLine(line, theme(), request.level),
  };
  const theme = () => chooseTheme({ theme: session.state().preferences.theme, level: request.level, colorFgBg: request.colorFgBg });

  const closers = [ports.onExit(() => terminal.leave())];
  let mounted: Mounted | undefined;
  try {
    theme();
    terminal.enter();
    ports.writeNow(store.lines().map(line => store.paint(line)).join('\r\n'));
    closers.push(...listen(ports, session, request.escMs, end));
    const { mountFrames } = await import('./screens/app.tsx');
    ports.writeNow(home);
    mounted = mountFrames(store, ports);
    const exit = await ended;
    const [fault] = faults;
    if (fault !== undefined) throw fault;
    return { exit, note: lastScreen(session) };
  } finally {
    for (const close of closers) close();
    terminal.leave();
    mounted?.unmount();
  }
}

function listen(ports: TuiPorts, session: Session, escMs: number, end: (exit: number) => void): readonly (() => void)[] {
  const { stdin, stdout } = ports;
  let state = DECODE_START;
  let cancel = (): void => {};
  const take = (bytes: Uint8Array, flush: boolean): void => {
    cancel();
    const decoded = decode(state, bytes, flush);
    state = decoded.state;
    for (const event of decoded.events) send(session, event);
    if (!flush && isPending(state)) cancel = ports.after(escMs, () => take(new Uint8Array(), true));
  };
  const onData = (bytes: Buffer): void => take(bytes, false);
  const onResize = (): void => session.send({ t: 'resize', columns: stdout.columns || 80, rows: stdout.rows || 24 });
  stdin.on('data', onData);
  stdin.resume();
  stdout.on('resize', onResize);
  const signals = [
    ports.onSignal('SIGTERM', () => end(143)),
    ports.onSignal('SIGHUP', () => end(129)),
  ];
  return [
    () => {
      cancel();
      stdin.off('data', onData);
      stdin.pause();
      stdout.off('resize', onResize);
    },
    ...signals,
  ];
}

function send(session: Session, event: InputEvent): void {
  if ('key' in event) session.press(event.key);
  else if ('paste' in event) session.send({ t: 'paste', text: event.paste });
  else if ('mouse' in event) sendMouse(session, event);
}

function sendMouse(session: Session, { mouse, y }: Extract<InputEvent, { mouse: unknown }>): void {
  if (mouse === 'wheel-up' || mouse === 'wheel-down') session.wheel(mouse === 'wheel-up' ? 'up' : 'down', y);
  else if (mouse === 'press') session.wheel('click', y);
}

function lastScreen(session: Session): string {
  const { jobs } = session.state();
  const going = jobs.filter(job => job.state !== 'ended');
  const runs = going.length === 0 ? '' : ` · ${going.length} run still going (pid ${going.map(job => job.pid).join(', ')})`;
  return `contextful: last screen ${here(session.state()).link}${runs}`;
}
