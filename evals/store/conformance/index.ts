import type { StoreAdapter } from '../port.ts';
import type { ConformanceCheck, ConformanceOptions } from './check.ts';
import { compareWorlds, type WorldSize } from './compare-worlds.ts';
import { assertNoLeak } from './leak.ts';
import { BOUNDS, SESSIONS } from './reads.ts';
import { TABLES } from './tables.ts';

export type { ConformanceCheck, ConformanceOptions } from './check.ts';

/**
 * The suite by which an adapter is admitted (evaluate.md 7.4): same corpus, sessions, bounds and calls give
 * the bytes of the memory adapter, scores included, for every number of threads and every batch size.
 */
export function conformance(adapter: StoreAdapter, options: ConformanceOptions): readonly ConformanceCheck[] {
  return [
    {
      name: 'small worlds: every leg, option, session, bound and ranking',
      run: () => compareWorlds(adapter, options, SMALL_WORLD, options.worlds),
    },
    {
      name: 'a thousand rows and batches of 64, where windows and ties bite',
      run: () => compareWorlds(adapter, options, LARGE_WORLD, 2),
    },
    {
      name: 'hidden rows move no byte of any answer',
      run: () => assertNoLeak(adapter, options),
    },
  ];
}

const SMALL_WORLD: WorldSize = {
  tables: TABLES.map(({ name }) => name),
  rows: { least: 0, most: 120 },
  calls: 10,
  pageLimit: 4,
  readers: SESSIONS.flatMap((_, session) => BOUNDS.map((_bound, bounds) => ({ session, bounds }))),
  readersPerWorld: 8,
};

/** Every table holds more visible rows than a candidate window takes, and one batch holds 64 calls. */
const LARGE_WORLD: WorldSize = {
  tables: ['kb/wiki', 'kb/replaced', 'log/events'],
  rows: { least: 1000, most: 1200, keySpread: 200 },
  calls: 65,
  pageLimit: 500,
  readers: [
    { session: 0, bounds: 0 },
    { session: 4, bounds: 1 },
  ],
  readersPerWorld: 2,
};
