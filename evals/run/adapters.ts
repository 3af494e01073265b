import type { StoreAdapter } from '../store/port.ts';

export type StoreName = 'duckdb' | 'memory';

/** How each store is come by. An engine loads when a run first needs it. */
export type StoreAdapters = { readonly [name in StoreName]: () => Promise<StoreAdapter> };

export const STORE_ADAPTERS: StoreAdapters = {
  duckdb: async () => (await import('../store/duckdb/index.ts')).duckdbAdapter,
  memory: async () => (await import('../store/memory/index.ts')).memoryAdapter,
};
