import { formatInstant, type Nanoseconds } from '../../../core/time.ts';
import { refuse } from '../../../spec/refusals.ts';
import {
  type Ranking,
  type ReopenedStore,
  type Store,
  type StoreAdapter,
  type StoreConfig,
  type StoreKeeping,
  UNBOUNDED,
} from '../port.ts';
import { createDictionary, type Dictionary } from './dictionary.ts';
import { type Connection, type Engine, openEngine } from './engine.ts';
import { compressLargeStore, foldStore } from './fold.ts';
import { createIntake } from './intake.ts';
import { keptFormat, readLandings, readTerms, readTraces, storeFile, writeKept } from './kept-store.ts';
import { type Landing, landTable } from './landing.ts';
import { createTables } from './layout.ts';
import { duckdbReader } from './reader.ts';
import { createScenes } from './scenes.ts';

/** The embedded engine: postings, cosines and rows by SQL, ranks in memory, byte for byte what `memory` defines (evaluate.md 7.2). */
export const duckdbAdapter: StoreAdapter = {
  name: 'duckdb',
  open: openStore,
  keeping: { format: keptFormat, reopen: reopenStore },
};

async function openStore(config: StoreConfig): Promise<Store> {
  const { engine, keep } = await openToKeep(config);
  const connection = await engine.connect();
  await createTables(connection);
  const dictionary = createDictionary();
  const intake = createIntake(engine, connection);
  const inTurn = oneAfterTheOther();
  const landed: Landing[] = [];
  let folded: readonly Landing[] = [];
  return storeOver(
    { config, engine, connection, dictionary, folded: () => folded },
    {
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
      ...(keep === null ? {} : { keep: () => inTurn(() => keep(connection, dictionary, folded)) }),
    },
  );
}

type Keep = typeof writeKept;

/** An engine that can not open its file works all the same; what is wrong is told when the store is to be kept. */
async function openToKeep(
  config: StoreConfig,
): Promise<{ readonly engine: Engine; readonly keep: Keep | null }> {
  const { keepIn } = config;
  if (keepIn === undefined) return { engine: await openEngine(config), keep: null };
  try {
    return { engine: await openEngine(config, storeFile(keepIn, 'write')), keep: writeKept };
  } catch (error) {
    const keep = () => Promise.reject(error);
    return { engine: await openEngine(config), keep };
  }
}

/** The tables of the file stand behind the in-memory ones, so readers ask as they always do. */
async function reopenStore(
  ...[config, folder, landed]: Parameters<StoreKeeping['reopen']>
): Promise<ReopenedStore> {
  const engine = await openEngine(config, storeFile(folder, 'read'));
  try {
    const connection = await engine.connect();
    const landings = await readLandings(connection, landed);
    const dictionary = await readTerms(connection);
    const ground = { config, engine, connection, dictionary, folded: () => landings };
    return {
      store: storeOver(ground, { land: isReadOnly, fold: isReadOnly }),
      traces: references => readTraces(connection, landings, references),
    };
  } catch (error) {
    engine.close();
    throw error;
  }
}

type Ground = {
  readonly config: StoreConfig;
  readonly engine: Engine;
  readonly connection: Connection;
  readonly dictionary: Dictionary;
  /** The landings of the newest fold. */
  readonly folded: () => readonly Landing[];
};

function storeOver(ground: Ground, writes: Pick<Store, 'land' | 'fold' | 'keep'>): Store {
  const { config, engine, connection, dictionary, folded } = ground;
  const { defaultRows } = config;
  const scenes = createScenes(engine, dictionary);
  const rankedBy = (ranking: Ranking): Store => {
    const admitBounded: Store['admitBounded'] = (session, bounds) => {
      const landings = folded();
      requireLanded(landings, bounds.landedAsOf);
      const isFolded = () => landings === folded() && landings.length > 0;
      return duckdbReader(scenes, { session, bounds, defaultRows, ranking, landings, isFolded });
    };
    return {
      ...writes,
      adapter: 'duckdb',
      engine: 'duckdb',
      version: engine.version,
      ranking,
      admit: session => admitBounded(session, UNBOUNDED),
      admitBounded,
      rankedBy,
      interrupt: engine.interrupt,
      close: async () => {
        scenes.close();
        connection.close();
        engine.close();
      },
    };
  };
  return rankedBy(config.ranking);
}

async function isReadOnly(): Promise<never> {
  throw new TypeError('a store that was kept is read alone');
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
