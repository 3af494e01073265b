import type { Context } from '../../core/context.ts';
import type { Store } from '../store/port.ts';

/** What a store works on when the run is interrupted may end in this time (evaluate.md 11.4). */
const GRACE_MS = 5000;

/**
 * The store as it is, but for one thing: when the run is interrupted and 5 s have passed, what it works on is stopped
 * and rejects with the reason of the run's signal. Closing it ends the watch.
 */
export function stoppedWithRun(store: Store, { signal, after }: Pick<Context, 'signal' | 'after'>): Store {
  let cancel = (): void => {};
  const wait = (): void => {
    cancel = after(GRACE_MS, () => store.interrupt(signal.reason));
  };
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return {
    ...store,
    close: () => {
      signal.removeEventListener('abort', wait);
      cancel();
      return store.close();
    },
  };
}
