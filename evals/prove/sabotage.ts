import type { Session } from '../policy/index.ts';
import type {
  Bounds,
  LandRow,
  RankedAnswer,
  RankedCall,
  RankedRow,
  Reader,
  Store,
  StoreAdapter,
  StoreConfig,
  TableSchema,
} from '../store/port.ts';

/** What a store does wrong; whatever is left out it does right. */
export type Sabotage = {
  readonly config?: (config: StoreConfig) => StoreConfig;
  readonly schema?: (schema: TableSchema) => TableSchema;
  /** Null: the row does not land. */
  readonly row?: (row: LandRow, schema: TableSchema) => LandRow | null;
  readonly session?: (session: Session) => Session;
  readonly bounds?: (bounds: Bounds) => Bounds;
  readonly call?: (call: RankedCall) => RankedCall;
  /** call: as it was asked. bounds: null for an unbounded read. */
  readonly rows?: (
    rows: readonly RankedRow[],
    call: RankedCall,
    bounds: Bounds | null,
  ) => readonly RankedRow[];
  /** Asked once more with what it gives, where an answer has no row. */
  readonly insteadOfNothing?: (call: RankedCall) => RankedCall;
};

/** A store with one thing broken, by which guards are proved: one that it leaves green guards nothing. */
export function sabotaged(adapter: StoreAdapter, sabotage: Sabotage): StoreAdapter {
  return {
    name: adapter.name,
    open: async config => broken(await adapter.open(sabotage.config?.(config) ?? config), sabotage),
  };
}

function broken(store: Store, sabotage: Sabotage): Store {
  const { schema: ofSchema, row: ofRow, session: ofSession, bounds: ofBounds } = sabotage;
  const asked = (session: Session) => ofSession?.(session) ?? session;
  return {
    ...store,
    land: (schema, rows, stamp) => {
      const landed = ofRow === undefined ? rows : changed(rows, row => ofRow(row, schema));
      return store.land(ofSchema?.(schema) ?? schema, landed, stamp);
    },
    admit: session => brokenReader(store.admit(asked(session)), sabotage, null),
    admitBounded: (session, bounds) => {
      const reader = store.admitBounded(asked(session), ofBounds?.(bounds) ?? bounds);
      return brokenReader(reader, sabotage, bounds);
    },
  };
}

function brokenReader(reader: Reader, sabotage: Sabotage, bounds: Bounds | null): Reader {
  const { call: ofCall, rows: ofRows, insteadOfNothing } = sabotage;
  return {
    ...reader,
    ranked: async function* (calls) {
      let at = 0;
      for await (const given of reader.ranked(calls.map(call => ofCall?.(call) ?? call))) {
        const call = calls[at];
        at += 1;
        if (call === undefined) continue;
        const isNothing = given.rows.length === 0 && insteadOfNothing !== undefined;
        const answer = isNothing ? await single(reader, insteadOfNothing(call)) : given;
        yield ofRows === undefined ? answer : { ...answer, rows: ofRows(answer.rows, call, bounds) };
      }
    },
  };
}

async function single(reader: Reader, call: RankedCall): Promise<RankedAnswer> {
  for await (const answer of reader.ranked([call])) return answer;
  throw new Error('no answer');
}

async function* changed(
  rows: AsyncIterable<LandRow>,
  change: (row: LandRow) => LandRow | null,
): AsyncGenerator<LandRow> {
  for await (const row of rows) {
    const landed = change(row);
    if (landed !== null) yield landed;
  }
}
