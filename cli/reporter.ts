import type { Config } from '../core/config-file/index.ts';
import type { SymbolSet } from '../core/safe-text.ts';
import type { CommandEvent } from './command.ts';
import type { Host, OutStream } from './host.ts';
import { Progress, type ProgressMode } from './progress.ts';
import { progressSteps } from './progress-steps.ts';
import type { Settings } from './settings.ts';

/** Turns events into what stderr shows. */
export type Reporter = {
  /** A promise: the reader of stderr is slow, and the next event should wait until this one is taken. */
  readonly event: (event: CommandEvent) => Promise<void> | undefined;
  readonly note: (line: string) => void;
  /** Takes a painted line away at once. */
  readonly clear: () => void;
  readonly end: () => void;
};

const HEARTBEAT_S = 30;

export function createReporter(settings: Settings, config: Config, host: Host, symbols: SymbolSet): Reporter {
  const write = (text: string): void => {
    host.stderr.write(text, () => {});
  };
  if (settings.on('events')) return eventLines(host.stderr);
  const heartbeatMs = (config.cli?.heartbeat ?? HEARTBEAT_S) * 1000;
  const progress = new Progress(progressMode(settings, config, host), heartbeatMs, {
    write,
    columns: () => host.stderr.columns || 80,
    elapsedMs: host.clock.elapsedMs,
    every: host.every,
    symbols,
  });
  // A text on stdout holds what these tell, and a terminal shows both streams.
  const isToldOnStdout = (t: string): boolean => ['run.verdict', 'run.finding', 'run.raised'].includes(t);
  const carriesDocument = settings.on('json') || settings.texts('format').includes('json');
  return {
    event: event => {
      if (!carriesDocument && isToldOnStdout(event.t)) return undefined;
      for (const step of progressSteps(event)) progress.step(step);
      return undefined;
    },
    note: line => progress.step({ kind: 'note', text: line }),
    clear: () => progress.clear(),
    end: () => progress.end(),
  };
}

/** `--quiet` silences progress and notes, `--no-progress` the progress lines alone. */
function progressMode(settings: Settings, config: Config, host: Host): ProgressMode {
  if (settings.on('quiet')) return 'off';
  if (settings.on('no-progress') || config.cli?.progress === 'off') return 'notes';
  const isPlain = config.cli?.progress === 'plain' || host.stderr.isTTY !== true || isSet(host.env['CI']);
  return isPlain || host.env['TERM'] === 'dumb' ? 'plain' : 'repaint';
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

/** `t`, `seq` and `at` first, as people read them. */
function eventLines(stderr: OutStream): Reporter {
  return {
    event: event => {
      const { t, seq, at, ...rest }: CommandEvent & { readonly seq?: unknown; readonly at?: unknown } = event;
      const line = `${JSON.stringify({ t, seq, at, ...rest })}\n`;
      let taken = (): void => {};
      const isTaken = stderr.write(line, () => taken());
      return isTaken ? undefined : new Promise<void>(resolve => (taken = resolve));
    },
    note: () => {},
    clear: () => {},
    end: () => {},
  };
}
