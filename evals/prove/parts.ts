import { type Session, visibilityOf } from '../policy/index.ts';
import { inWindow, windowInstant } from '../retrieve/window.ts';
import type { CorpusOfRun } from '../run/corpora.ts';
import type { PreparedRun } from '../run/prepare.ts';
import type { Bounds, StoreConfig, TableSchema } from '../store/port.ts';
import type { Sabotage } from './sabotage.ts';

/** One part of the read path that can be broken. why: given where the set does not exercise it. */
export type Part = { readonly name: string } & (
  | { readonly why: string }
  | { readonly why: null; readonly sabotage: Sabotage }
);

/** The parts that need no look at the rows, in the order in which a read passes them. */
export function readPathParts(prepared: PreparedRun): readonly Part[] {
  const { cases } = prepared.selected;
  const has = (test: (expected: (typeof cases)[number]['case']) => boolean) =>
    cases.some(loaded => test(loaded.case));
  return [
    part('policy', isPoliced(prepared), 'nothing is withheld from this session', openToAll),
    part(
      'bound available_as_of',
      has(({ bounds }) => bounds?.available_as_of !== undefined),
      'no case has this bound',
      { bounds: bounds => ({ ...bounds, availableAsOf: null }) },
    ),
    part(
      'bound valid_as_of',
      has(({ bounds }) => bounds?.valid_as_of !== undefined),
      'no case has this bound',
      { bounds: bounds => ({ ...bounds, validAsOf: null }) },
    ),
    part('bound landed_as_of', false, 'a run lands once', {}),
    part(
      'window tier',
      has(({ expected }) => expected.since !== null),
      'no case has a recency bound',
      withoutTier(prepared),
    ),
    part(
      'order',
      has(({ expected }) => expected.artifacts.length + expected.edges.length > 0),
      'no case expects a row',
      { rows: rows => rows.toReversed() },
    ),
  ];
}

/** Lets every session see every row of every table; what is masked stays masked. */
export const openToAll: Sabotage = {
  config: (config: StoreConfig) => ({ ...config, defaultRows: null }),
  schema: (schema: TableSchema) => ({
    ...schema,
    declaration: {
      ...schema.declaration,
      class: null,
      tenantColumn: null,
      policy: { ...schema.declaration.policy, zoneAllow: ['*'], rows: null },
    },
  }),
  session: (session: Session) => ({ ...session, tables: null, rows: null }),
};

export const UNBOUND: Pick<Sabotage, 'bounds'> = {
  bounds: (): Bounds => ({ availableAsOf: null, validAsOf: null, landedAsOf: null }),
};

function part(name: string, isExercised: boolean, otherwise: string, sabotage: Sabotage): Part {
  return isExercised ? { name, why: null, sabotage } : { name, why: otherwise };
}

function isPoliced({ corpora, session, defaultRows }: PreparedRun): boolean {
  if (session.rows !== null || defaultRows !== null) return true;
  return corpora.some(({ corpus }) => corpus.tables.some(table => withholds(table, session)));
}

/** Columns are not known before landing, and no policy without a predicate asks for them. */
function withholds(
  { name, declaration }: CorpusOfRun['corpus']['tables'][number],
  session: Session,
): boolean {
  if (declaration.policy.rows !== null || declaration.tenantColumn !== null) return true;
  const visibility = visibilityOf({ name, declaration, columns: [] }, session, { defaultRows: null });
  return visibility.kind === 'nothing';
}

/** Ranks stale rows among fresh ones, and says truly which is which. */
function withoutTier({ request: { landedAt } }: PreparedRun): Sabotage {
  const instants = new Map<string, ReturnType<typeof windowInstant>>();
  const placeOf = (table: string, seq: number) => `${seq} ${table}`;
  return {
    row: (row, { name }) => {
      instants.set(placeOf(name, row.seq), windowInstant(row, landedAt));
      return row;
    },
    call: call => ({ ...call, sinceNs: null }),
    rows: (rows, { sinceNs, anchorNs }) =>
      rows.map(row => ({
        ...row,
        _in_window: inWindow(instants.get(placeOf(row._table, row._row_seq)) ?? null, sinceNs, anchorNs),
      })),
  };
}
