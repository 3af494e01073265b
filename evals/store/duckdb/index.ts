import { formatInstant, type Nanoseconds } from '../../../core/time.ts';
import { refuse } from '../../../spec/refusals.ts';
import { type Store, type StoreAdapter, type StoreConfig, UNBOUNDED } from '../port.ts';
import { createDictionary } from './dictionary.ts';
import { openEngine } from './engine.ts';
import { compressLargeStore, foldStore } from './fold.ts';
import { createIntake } from './intake.ts';
import { type Landing, landTable } from './landing.ts';
import { createTables } from './layout.ts';
import { duckdbReader } from './reader.ts';
import { createScenes } from './scenes.ts';

/** The embedded engine: exact BM25 and cosine in SQL, byte for byte what `memory` defines (evaluate.md 7.2). */
export const duckdbAdapter: StoreAdapter = { name: 'duckdb', open: openStore };

async function openStore(config: StoreConfig): Promise<Store> {
  const engine = await openEngine(config);
  const connection = await engine.connect();
  await createTables(connection);
  const dictionary = createDictionary();
  const intake = createIntake(engine, connection);
  const scenes = createScenes(engine, dictionary);
  const inTurn = oneAfterTheOther();
  const landed: Landing[] = [];
  let folded: readonly Landing[] = [];
  const rankedBy: Store['rankedBy'] = ranking => {
    const admitBounded: Store['admitBounded'] = (session, bounds) => {
      requireLanded(folded, bounds.landedAsOf);
      const landings = folded;
      const { defaultRows } = config;
      const isFolded = () => landings === folded && folded.length > 0;
      return duckdbReader(scenes, { session, bounds, defaultRows, ranking, landings, isFolded });
    };
    return { ranking, admit: session => admitBounded(session, UNBOUNDED), admitBounded };
  };
  return {
    adapter: 'duckdb',
    engine: 'duckdb',
    version: engine.version,
    ...rankedBy(config.ranking),
    rankedBy,
    land: (schema, rows, stamp) =>
      inTurn(async () => {
        const place = {
          number: landed.length,
          firstRid: landed.reduce((sum, landing) => sum + landing.rows, 0),
        };
        const landing = await landTable({ intake, dictionary }, place, schema, rows, stamp);
        landed.push(landing);
        return { rows: landing.rows };
      }),
    fold: () =>
      inTurn(async () => {
        const landings = [...landed];
        await intake.settle();
        const summary = await foldStore(connection, landings);
        folded = landings;
        await compressLargeStore(connection);
        return summary;
      }),
    interrupt: engine.interrupt,
    close: async () => {
      scenes.close();
      connection.close();
      engine.close();
    },
  };
}

/** One connection writes, and a transaction takes no statement of another landing. */
function oneAfterTheOther(): <Result>(action: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return action => {
    const run = last.then(action);
    last = run.catch(() => undefined);
    return run;
  };
}

/** A read as of a landing before the first run has nothing to stand on (6.4). */
function requireLanded(landings: readonly Landing[], landedAsOf: Nanoseconds | null): void {
  if (landedAsOf === null || landings.some(({ stamp }) => stamp.ingestedNs <= landedAsOf)) return;
  throw refuse('StoreAsOfUnretained', {
    message: `no run had landed by ${formatInstant(landedAsOf)}`,
    found: formatInstant(landedAsOf),
    want: 'an instant at or after the first landing',
  });
}
