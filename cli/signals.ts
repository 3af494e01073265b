import { type EndingSignal, signalExits } from './exit.ts';
import type { Host } from './host.ts';

export type SignalWatch = {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** The signal that ended the command, if any. */
  readonly ended: () => EndingSignal | undefined;
  readonly stop: () => void;
};

const GRACE_MS = 10_000;

/**
 * First Ctrl-C: abort, and the command closes its files. Second: the process ends at once with 130 after `leave` has
 * restored the terminal. SIGTERM and SIGHUP abort likewise and get 10 s (tui-cli.md 4); a second SIGTERM ends at once
 * too (evaluate.md 11.4).
 */
export function watchSignals(
  host: Pick<Host, 'onSignal' | 'exitNow' | 'after'>,
  leave: () => void,
): SignalWatch {
  const controller = new AbortController();
  let ended: EndingSignal | undefined;
  let cancelGrace = (): void => {};
  const end = (code: number): void => {
    leave();
    host.exitNow(code);
  };
  const receive = (signal: EndingSignal): void => {
    if (ended !== undefined) {
      // A terminal that closes sends SIGHUP to all it can reach, more than once.
      if (signal !== 'SIGHUP') end(signalExits[signal]);
      return;
    }
    ended = signal;
    if (signal !== 'SIGINT') cancelGrace = host.after(GRACE_MS, () => end(signalExits[signal]));
    controller.abort(new Interruption(signal));
  };
  const offs = SIGNALS.map(signal => host.onSignal(signal, () => receive(signal)));
  const stop = (): void => {
    cancelGrace();
    for (const off of offs) off();
  };
  return { signal: controller.signal, ended: () => ended, stop };
}

/** The reason of the abort signal that a command gets. */
class Interruption extends Error {
  override readonly name = 'AbortError';
  readonly signal: EndingSignal;

  constructor(signal: EndingSignal) {
    super(`interrupted by ${signal}`);
    this.signal = signal;
  }
}

const SIGNALS: readonly EndingSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
