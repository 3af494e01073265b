import type { Dictionary } from './dictionary.ts';
import type { Connection, Engine } from './engine.ts';
import { createEntryReader, type EntryReader } from './entries.ts';
import { type HeldVectors, readFewVectors } from './held-vectors.ts';
import type { Landing } from './landing.ts';
import { createPolicyCells, type PolicyCells } from './policy-cells.ts';
import { openPostings, type PostingSource } from './postings.ts';
import { Scratch } from './scratch.ts';
import { makeSeen, readVisible, type Sight } from './visible.ts';
import type { VisibleRows } from './visible-rows.ts';

/** What one reader asks: its rows, and what all readers of the store share. */
export type Scene = Shared & {
  readonly sight: Sight;
  readonly rows: VisibleRows;
  readonly postings: () => Promise<PostingSource>;
  /** Vectors of a dimension where they are few. */
  readonly vectors: (dimension: number) => Promise<HeldVectors | null>;
  /** The name of a temporary table with the numbers (`rid`) of the rows, made on first use. */
  readonly seen: () => Promise<string>;
};

type Shared = {
  readonly connection: Connection;
  readonly dictionary: Dictionary;
  readonly cells: PolicyCells;
  readonly entries: EntryReader;
  readonly scratch: Scratch;
};

export type Scenes = {
  /** Runs one action after the other, each on its reader's scene, which is made on first use. */
  readonly use: <Result>(sight: Sight, action: (scene: Scene) => Promise<Result>) => Promise<Result>;
  readonly close: () => void;
};

/** Scenes that stay open, and their rows in all: a reader for each case must not keep its rows for a whole run. */
const MOST_OPEN = 16;
const MOST_ROWS = 2_000_000;

export function createScenes(engine: Engine, dictionary: Dictionary): Scenes {
  let shared: Promise<Shared> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let made = 0;
  const open = new Map<Sight, OpenScene>();
  const stored = createStored();
  const sceneOf = async (sight: Sight): Promise<Scene> => {
    shared ??= openShared(engine, dictionary);
    const ground = await shared;
    const scene = open.get(sight) ?? (await openScene(ground, sight, stored, `seen_${made}`));
    made += 1;
    open.delete(sight);
    open.set(sight, scene);
    await closeOldest(open);
    ground.scratch.reserve(scene.rows.size);
    return scene;
  };
  return {
    use: (sight, action) => {
      const run = last.then(async () => action(await sceneOf(sight)));
      last = run.catch(() => undefined);
      return run;
    },
    close: () => {
      open.clear();
      void closeShared(shared);
    },
  };
}

async function openShared(engine: Engine, dictionary: Dictionary): Promise<Shared> {
  const connection = await engine.connect();
  return {
    connection,
    dictionary,
    cells: createPolicyCells(),
    entries: createEntryReader(connection),
    scratch: new Scratch(),
  };
}

type OpenScene = Scene & { readonly close: () => Promise<void> };

async function openScene(shared: Shared, sight: Sight, stored: Stored, seenName: string): Promise<OpenScene> {
  const { connection, cells } = shared;
  const rows = await readVisible(connection, cells, sight);
  let seen: Promise<void> | undefined;
  return {
    ...shared,
    sight,
    rows,
    postings: () => stored.postings(sight.landings, () => openPostings(connection)),
    vectors: dimension =>
      stored.vectors(dimension)(sight.landings, () => readFewVectors(connection, sight.landings, dimension)),
    seen: async () => {
      seen ??= makeSeen(connection, cells, sight, seenName);
      await seen;
      return seenName;
    },
    close: async () => {
      if (seen !== undefined) await connection.execute(`DROP TABLE IF EXISTS ${seenName}`);
    },
  };
}

/** What is read of the store for all readers. */
type Stored = {
  readonly postings: Newest<PostingSource>;
  readonly vectors: (dimension: number) => Newest<HeldVectors | null>;
};

function createStored(): Stored {
  const byDimension = new Map<number, Newest<HeldVectors | null>>();
  return {
    postings: newest(),
    vectors: dimension => {
      const known = byDimension.get(dimension) ?? newest();
      byDimension.set(dimension, known);
      return known;
    },
  };
}

type Newest<Value> = (landings: readonly Landing[], read: () => Promise<Value>) => Promise<Value>;

/** What a fold wrote holds the rows of earlier ones too, so it is read anew for a reader of a later fold alone. */
function newest<Value>(): Newest<Value> {
  let held: { readonly landings: number; readonly value: Promise<Value> } | undefined;
  return (landings, read) => {
    if (held === undefined || held.landings < landings.length) {
      held = { landings: landings.length, value: read() };
    }
    return held.value;
  };
}

/** The newest one stays, whatever its size. */
async function closeOldest(open: Map<Sight, OpenScene>): Promise<void> {
  let rows = [...open.values()].reduce((sum, scene) => sum + scene.rows.size, 0);
  for (const [sight, scene] of open) {
    if (open.size === 1 || (open.size <= MOST_OPEN && rows <= MOST_ROWS)) return;
    open.delete(sight);
    rows -= scene.rows.size;
    await scene.close();
  }
}

async function closeShared(shared: Promise<Shared> | undefined): Promise<void> {
  try {
    (await shared)?.connection.close();
  } catch {
    // It never opened, and whoever asked for it has been told.
  }
}
