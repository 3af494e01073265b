import { formatInstant, type Nanoseconds } from '../../../core/time.ts';
import { refuse } from '../../../spec/refusals.ts';
import { type FoldSummary, type Store, type StoreAdapter, type StoreConfig, UNBOUNDED } from '../port.ts';
import { memoryReader } from './reader.ts';
import { landTable, MEMORY_ROWS, type MemoryTable, versionsOf } from './table.ts';

/** The executable definition of the port: full scan, no index, at most 20,000 rows. */
export const memoryAdapter: StoreAdapter = { name: 'memory', open: async config => openStore(config) };

function openStore({ ranking, defaultRows }: StoreConfig): Store {
  const landed = new Map<string, MemoryTable>();
  let folded: ReadonlyMap<string, MemoryTable> = new Map();
  let stopped: { readonly reason: unknown } | undefined;
  const throwIfStopped = (): void => {
    if (stopped !== undefined) throw stopped.reason;
  };
  const rankedBy: Store['rankedBy'] = by => {
    const admitBounded: Store['admitBounded'] = (session, bounds) => {
      requireLanded(folded, bounds.landedAsOf);
      const tables = folded.values();
      return memoryReader({ tables, session, bounds, defaultRows, ranking: by, throwIfStopped });
    };
    return { ranking: by, admit: session => admitBounded(session, UNBOUNDED), admitBounded };
  };
  return {
    adapter: 'memory',
    engine: 'memory',
    version: '1',
    ...rankedBy(ranking),
    rankedBy,
    land: async (schema, incoming, stamp) => {
      const known = landed.get(schema.name);
      const table = await landTable(known, schema, incoming, stamp, MEMORY_ROWS - heldRows(landed));
      landed.set(schema.name, table);
      return { rows: table.rows.length - (known?.rows.length ?? 0) };
    },
    fold: async () => {
      folded = new Map(landed);
      return summary(folded);
    },
    interrupt: reason => {
      stopped = { reason };
    },
    close: async () => landed.clear(),
  };
}

function heldRows(tables: ReadonlyMap<string, MemoryTable>): number {
  return [...tables.values()].reduce((sum, { rows }) => sum + rows.length, 0);
}

function summary(tables: ReadonlyMap<string, MemoryTable>): FoldSummary {
  let rows = 0;
  let versions = 0;
  let postings = 0;
  for (const table of tables.values()) {
    rows += table.rows.length;
    for (const { stored } of versionsOf(table, null)) {
      versions += 1;
      postings += stored.document?.counts.size ?? 0;
    }
  }
  return { rows, versions, postings };
}

/** A read as of a landing before the first run has nothing to stand on (6.4). */
function requireLanded(tables: ReadonlyMap<string, MemoryTable>, landedAsOf: Nanoseconds | null): void {
  if (landedAsOf === null) return;
  const landings = [...tables.values()].flatMap(table => table.landings);
  if (landings.some(({ ingestedNs }) => ingestedNs <= landedAsOf)) return;
  throw refuse('StoreAsOfUnretained', {
    message: `no run had landed by ${formatInstant(landedAsOf)}`,
    found: formatInstant(landedAsOf),
    want: 'an instant at or after the first landing',
  });
}
