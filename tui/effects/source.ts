import { canonicalJson } from '../../core/canonical-json.ts';
import type { JsonValue } from '../../core/json.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Loaded, Progress, Resource, Source } from '../model/source.ts';

/**
 * Reads one resource. The signal is that of all loads until the next reload. What changes on the disk is renewed after
 * it was given: false says that no screen asks for it any more. Nothing is taken then, and who asks next has it loaded
 * again.
 */
export type Loader = <R extends Resource>(
  resource: R,
  progress: (progress: Progress) => void,
  signal: AbortSignal,
  renew?: (value: Loaded[R['kind']]) => boolean,
) => Promise<Loaded[R['kind']]>;

type Entry = {
  value: unknown;
  failure: Refusal | undefined;
  progress: Progress | undefined;
  done: boolean;
  /** Somebody asked for it since it was renewed. */
  asked: boolean;
  /** It is renewed no more. */
  lapsed: boolean;
};

/** As many resources stay loaded; the one that was asked for longest ago goes first. */
const KEPT = 32;

/**
 * Resources by what they are, loaded once when first asked for. Anything that a loader throws beside a refusal is a
 * fault of ours and handed to `crash`.
 */
export function createSource(load: Loader, crash: (error: unknown) => void): Source {
  const entries = new Map<string, Entry>();
  const listeners: (() => void)[] = [];
  let waiting: (() => void)[] = [];
  let stop = new AbortController();
  let loading = 0;

  function announce(): void {
    const woken = waiting;
    waiting = [];
    for (const listener of listeners) listener();
    for (const wake of woken) wake();
  }

  function start(key: string, resource: Resource, value?: unknown): Entry {
    const entry: Entry = {
      value,
      failure: undefined,
      progress: undefined,
      done: false,
      asked: true,
      lapsed: false,
    };
    entries.set(key, entry);
    forgetOldest();
    loading += 1;
    const { signal } = stop;
    const tell = (progress: Progress): void => {
      entry.progress = progress;
      announce();
    };
    const renew = (next: unknown): boolean => {
      if (entry.lapsed || signal.aborted || entries.get(key) !== entry) return false;
      entry.asked = false;
      entry.value = next;
      announce();
      entry.lapsed = !entry.asked;
      return entry.asked;
    };
    load(resource, tell, signal, renew)
      .then(value => {
        entry.value = value;
      })
      .catch((error: unknown) => {
        if (error instanceof Refusal) entry.failure = error;
        else if (!signal.aborted) crash(error);
      })
      .finally(() => {
        entry.done = true;
        loading -= 1;
        announce();
      });
    return entry;
  }

  function forgetOldest(): void {
    for (const [key, entry] of entries) {
      if (entries.size <= KEPT) return;
      if (entry.done) entries.delete(key);
    }
  }

  function entryOf(resource: Resource): Entry {
    const key = keyOf(resource);
    const known = entries.get(key);
    if (known === undefined) return start(key, resource);
    known.asked = true;
    if (known.lapsed) return start(key, resource, known.value);
    entries.delete(key);
    entries.set(key, known);
    return known;
  }

  return {
    get: resource => loadedOf(resource, entryOf(resource)),
    failure: resource => entries.get(keyOf(resource))?.failure,
    progress: resource => entries.get(keyOf(resource))?.progress,
    loading: () => loading > 0,
    settled: () =>
      new Promise(resolve => {
        waiting.push(resolve);
      }),
    onChange: listener => {
      listeners.push(listener);
    },
    reload: () => {
      stop.abort();
      stop = new AbortController();
      entries.clear();
      announce();
    },
  };
}

function keyOf(resource: Resource): string {
  const members: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(resource)) {
    if (value !== undefined) members[name] = typeof value === 'string' ? value : [...value];
  }
  return canonicalJson(members);
}

/** The map of entries is keyed by the whole resource, so an entry's value is of its kind. */
function loadedOf<R extends Resource>(_resource: R, entry: Entry): Loaded[R['kind']] | undefined {
  return entry.value as Loaded[R['kind']] | undefined;
}
