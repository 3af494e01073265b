import type { Timer } from './context.ts';

/** Values of several kinds, of which the newest matters. */
export type Coalescer<Value> = {
  /** Sends it at once when the last one is `everyMs` ago; else it waits, in place of an older one of its kind. */
  readonly offer: (kind: string, value: Value) => void;
  /** Sends it at once; an older one of its kind that waits is gone. */
  readonly settle: (kind: string, value: Value) => void;
  /** Sends what waits and stops. */
  readonly end: () => void;
};

/** Lets one value in `everyMs` through, of all kinds together; those that wait go in the order of their kinds. */
export function coalesce<Value>(
  send: (value: Value) => void,
  everyMs: number,
  after: Timer,
): Coalescer<Value> {
  const waiting = new Map<string, Value>();
  let cancel: (() => void) | undefined;
  const rest = (): void => {
    cancel = after(everyMs, () => {
      cancel = undefined;
      const [next] = waiting;
      if (next === undefined) return;
      const [kind, value] = next;
      waiting.delete(kind);
      send(value);
      rest();
    });
  };
  return {
    offer: (kind, value) => {
      if (cancel !== undefined) {
        waiting.set(kind, value);
        return;
      }
      send(value);
      rest();
    },
    settle: (kind, value) => {
      waiting.delete(kind);
      send(value);
    },
    end: () => {
      cancel?.();
      for (const value of waiting.values()) send(value);
      waiting.clear();
    },
  };
}
