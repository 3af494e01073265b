import { median } from './harness.ts';

/** Milliseconds that an action took, and what it gave. */
export async function timed<T>(action: () => Promise<T> | T): Promise<readonly [ms: number, result: T]> {
  const started = performance.now();
  const result = await action();
  return [performance.now() - started, result];
}

/** Median milliseconds of an action over each of the items, one after the other. */
export async function medianMs<T>(items: readonly T[], action: (item: T) => unknown): Promise<number> {
  const times: number[] = [];
  for (const item of items) times.push((await timed(() => action(item)))[0]);
  return median(times);
}
