import type { Timer } from '../../core/context.ts';

export type FakeTimer = {
  readonly after: Timer;
  /** Lets time pass; what is due acts at its own moment. */
  readonly pass: (ms: number) => void;
  readonly nowMs: () => number;
  readonly pending: () => number;
};

/** Time that a test owns. */
export function fakeTimer(): FakeTimer {
  let nowMs = 0;
  const waiting = new Set<{ readonly atMs: number; readonly action: () => void }>();
  const pass = (ms: number): void => {
    const untilMs = nowMs + ms;
    while (true) {
      const [next] = [...waiting].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
      if (next === undefined) break;
      waiting.delete(next);
      nowMs = next.atMs;
      next.action();
    }
    nowMs = untilMs;
  };
  return {
    after: (ms, action) => {
      const entry = { atMs: nowMs + ms, action };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    pass,
    nowMs: () => nowMs,
    pending: () => waiting.size,
  };
}
