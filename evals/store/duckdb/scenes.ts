import type { Dictionary } from './dictionary.ts';
import type { Connection, Engine } from './engine.ts';
import { createPolicyCells, type PolicyCells } from './policy-cells.ts';
import { makeVisible, type Sight, type VisibleTable } from './visible.ts';

/** A reader's connection, whose temporary table `v` holds the rows that it sees. */
export type Scene = {
  readonly connection: Connection;
  readonly dictionary: Dictionary;
  readonly cells: PolicyCells;
  readonly sight: Sight;
  readonly tables: readonly VisibleTable[];
};

export type Scenes = {
  /** Runs one action after the other on the reader's scene, which is made on first use. */
  readonly use: <Result>(sight: Sight, action: (scene: Scene) => Promise<Result>) => Promise<Result>;
  readonly close: () => void;
};

type Slot = { readonly scene: Promise<Scene>; last: Promise<unknown>; pending: number };

/** Scenes that stay open. A reader with bounds of its own per case must not keep its rows for a whole run. */
const MOST_OPEN = 8;

export function createScenes(engine: Engine, dictionary: Dictionary): Scenes {
  const cells = createPolicyCells();
  const slots = new Map<Sight, Slot>();
  const slotOf = (sight: Sight): Slot => {
    const known = slots.get(sight);
    const slot = known ?? {
      scene: openScene(engine, dictionary, cells, sight),
      last: Promise.resolve(),
      pending: 0,
    };
    slots.delete(sight);
    slots.set(sight, slot);
    return slot;
  };
  return {
    use: async (sight, action) => {
      const slot = slotOf(sight);
      slot.pending += 1;
      const run = slot.last.then(async () => action(await slot.scene));
      slot.last = run.catch(() => undefined);
      try {
        return await run;
      } finally {
        slot.pending -= 1;
        closeOldest(slots);
      }
    },
    close: () => {
      for (const { scene } of slots.values()) void closeScene(scene);
      slots.clear();
    },
  };
}

async function openScene(
  engine: Engine,
  dictionary: Dictionary,
  cells: PolicyCells,
  sight: Sight,
): Promise<Scene> {
  const connection = await engine.connect();
  try {
    const tables = await makeVisible(connection, cells, sight);
    return { connection, dictionary, cells, sight, tables };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function closeOldest(slots: Map<Sight, Slot>): void {
  for (const [sight, { scene, pending }] of slots) {
    if (slots.size <= MOST_OPEN) return;
    if (pending > 0) continue;
    slots.delete(sight);
    void closeScene(scene);
  }
}

async function closeScene(scene: Promise<Scene>): Promise<void> {
  try {
    (await scene).connection.close();
  } catch {
    // It never opened, and whoever asked for it has been told.
  }
}
