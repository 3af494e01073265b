import type { JsonObject } from '../../core/json.ts';
import type { Nanoseconds } from '../../core/time.ts';
import { CANARY_KINDS, type CanaryKind } from '../gate/run-checks.ts';
import { visibilityOf } from '../policy/index.ts';
import type { LandRow, Store, StoreAdapter, TableSchema } from '../store/port.ts';
import {
  type Bait,
  type Canaries,
  foreignCanaries,
  futureCanaries,
  type Hiding,
  withheldCanaries,
} from './canary-rows.ts';

export type Baiting = Hiding & {
  readonly baits: readonly Bait[];
  /** An instant that no bound of a case reaches; null: no canary of the future. */
  readonly after: Nanoseconds | null;
  readonly kinds: readonly CanaryKind[];
  /** Told of every canary that landed. */
  readonly landed: (kind: CanaryKind, rows: number) => void;
};

/** A store into which each table lands with its canaries behind its rows. */
export function withCanaries(adapter: StoreAdapter, baiting: Baiting): StoreAdapter {
  return { name: adapter.name, open: async config => baited(await adapter.open(config), baiting) };
}

function baited(store: Store, baiting: Baiting): Store {
  return {
    ...store,
    land: async (schema, rows, stamp) => {
      const watch = new ModelWatch(schema, baiting);
      const own = await store.land(schema, withOwnCanaries(rows, watch, schema, baiting), stamp);
      for (const { schema: beside, rows: canaries } of watch.canaries()) {
        if (beside !== schema) await store.land(beside, listed(canaries, 0), stamp);
      }
      return own;
    },
  };
}

async function* withOwnCanaries(
  rows: AsyncIterable<LandRow>,
  watch: ModelWatch,
  schema: TableSchema,
  { landed }: Baiting,
): AsyncGenerator<LandRow> {
  let next = 0;
  for await (const row of rows) {
    watch.see(row);
    next = row.seq + 1;
    yield row;
  }
  for (const { kind, schema: into, rows: canaries } of watch.canaries()) {
    landed(kind, canaries.length);
    if (into !== schema) continue;
    yield* listed(canaries, next);
    next += canaries.length;
  }
}

async function* listed(rows: readonly LandRow[], first: number): AsyncGenerator<LandRow> {
  for (const [i, row] of rows.entries()) yield { ...row, seq: first + i };
}

/** Keeps the first row that the session sees, and makes its canaries once all rows have gone by. */
class ModelWatch {
  readonly #schema: TableSchema;
  readonly #baiting: Baiting;
  readonly #admits: (cells: JsonObject) => boolean;
  #model: LandRow | undefined;
  #made: readonly (Canaries & { readonly kind: CanaryKind })[] | undefined;

  constructor(schema: TableSchema, baiting: Baiting) {
    this.#schema = schema;
    this.#baiting = baiting;
    const visibility = visibilityOf(schema, baiting.session, { defaultRows: baiting.defaultRows });
    this.#admits = visibility.kind === 'nothing' ? () => false : visibility.admits;
  }

  see(row: LandRow): void {
    if (this.#model === undefined && !row.deleted && this.#admits(row.cells)) this.#model = row;
  }

  canaries(): readonly (Canaries & { readonly kind: CanaryKind })[] {
    this.#made ??= this.#make();
    return this.#made;
  }

  #make(): readonly (Canaries & { readonly kind: CanaryKind })[] {
    const model = this.#model;
    if (model === undefined) return [];
    const { baits, after, kinds } = this.#baiting;
    const make: { readonly [kind in CanaryKind]: () => Canaries | undefined } = {
      withheld: () => withheldCanaries(this.#schema, model, baits, this.#baiting),
      foreign_zone: () => foreignCanaries(this.#schema, model, baits, this.#baiting),
      future: () => (after === null ? undefined : futureCanaries(this.#schema, model, baits, after)),
    };
    return CANARY_KINDS.filter(kind => kinds.includes(kind)).flatMap(kind => {
      const made = make[kind]();
      return made === undefined ? [] : [{ kind, ...made }];
    });
  }
}
