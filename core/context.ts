import { formatInstant, type Nanoseconds } from './time.ts';

/** The clock of a run: wall time for stamps, monotone milliseconds for durations. */
export type Clock = {
  readonly now: () => Nanoseconds;
  readonly elapsedMs: () => number;
};

/** Acts once, `ms` from now, unless the answer is called before. It keeps no process alive. */
export type Timer = (ms: number, action: () => void) => () => void;

/** What the outside world is, read once at the edge and passed down. */
export type Context = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly after: Timer;
  readonly signal: AbortSignal;
  /** Cores that a run may use. */
  readonly threads: number;
};

/** For who must not depend on time: nothing ever fires. */
export const neverTimer: Timer = () => () => {};

export const systemClock: Clock = {
  now: () => BigInt(Date.now()) * 1_000_000n,
  elapsedMs: () => performance.now(),
};

/** `--clock frozen`: every stamp is the same instant and every duration 0, so that bytes can be compared. */
export function frozenClock(at: Nanoseconds): Clock {
  return { now: () => at, elapsedMs: () => 0 };
}

/** A set but empty variable is unset (tui-cli.md 7). */
export function envValue(context: Context, name: string): string | undefined {
  const value = context.env[name];
  return value === undefined || value === '' ? undefined : value;
}

export function instantNow(clock: Clock): string {
  return formatInstant(clock.now());
}
