import { memoryAdapter } from '../../evals/store/memory/index.ts';
import type {
  Bounds,
  LandRow,
  RankedAnswer,
  RankedCall,
  RankedRow,
  Reader,
  Store,
  StoreAdapter,
  TableSchema,
} from '../../evals/store/port.ts';

/** Stores with one thing broken each; a guard that none of them turns red guards nothing. */
export const saboteurs = {
  /** Worst first. */
  reversing: saboteur({ rows: rows => rows.toReversed() }),
  /** Lets everyone see everything. */
  admitting: saboteur({
    schema: schema => ({
      ...schema,
      declaration: {
        ...schema.declaration,
        class: null,
        policy: { ...schema.declaration.policy, zoneAllow: ['*'], rows: null },
      },
    }),
  }),
  /** Reads row policies and forgets zones. */
  zoneless: saboteur({
    schema: schema => ({
      ...schema,
      declaration: { ...schema.declaration, policy: { ...schema.declaration.policy, zoneAllow: ['*'] } },
    }),
  }),
  /** Answers from today's rows, whatever day was asked for. */
  unbounded: saboteur({
    bounds: () => ({ availableAsOf: null, validAsOf: null, landedAsOf: null }),
  }),
  /** Folds to the newest versions first and takes out those of later days afterwards. */
  foldingFirst: saboteur({
    bounds: bounds => ({ ...bounds, availableAsOf: null }),
    rows: (rows, _call, bounds) =>
      rows.filter(({ _row }) => {
        const known = _row['known_at'];
        const until = bounds?.availableAsOf ?? null;
        return until === null || typeof known !== 'string' || Date.parse(known) <= Number(until / 1_000_000n);
      }),
  }),
  /** Takes stale rows for fresh ones. */
  timeless: saboteur({ call: call => ({ ...call, sinceNs: null }) }),
  /** Finds a word inside others: every piece of a word counts as a word. */
  substringMatching: saboteur({
    row: row => withSnippet(row, text => text.replaceAll(/[a-z]+/gi, word => piecesOf(word).join(' '))),
  }),
  /** Knows no plural: one never meets its singular. */
  exactTokens: saboteur({
    row: row => withSnippet(row, text => text.replaceAll(/\b([a-z]{4,}?e?s)\b/gi, '$1zz')),
  }),
  /** Keeps two characters of each unspaced run. */
  truncatingCjk: saboteur({
    row: row =>
      withSnippet(row, text =>
        text.replaceAll(
          /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+/gu,
          run => `${[...run].slice(0, 2).join('')} `,
        ),
      ),
  }),
  /** Knows rows by the first part of their key. */
  keyCutting: saboteur({
    rows: rows => rows.map(row => ({ ...row, _key: row._key.split(',')[0] ?? '' })),
  }),
  /** Never says nothing. */
  neverSilent: saboteur({
    insteadOfNothing: call => ({ ...call, query: '', embedding: null, limit: 1 }),
  }),
  /** Has no edges. */
  edgeless: saboteur({
    rows: (rows, { surface }) => (surface === 'edge_retrieval' ? [] : rows),
  }),
  /** Has lost the rows that three cases ask for. */
  forgetting: saboteur({
    rows: rows =>
      rows.filter(
        ({ _table, _key }) => !['kb/cjk#ja-0', 'kb/cjk#ja-1', 'kb/cjk#ja-2'].includes(`${_table}#${_key}`),
      ),
  }),
  /** Says its best row twice. */
  repeating: saboteur({ rows: rows => [...rows.slice(0, 1), ...rows].slice(0, 5) }),
  /** Gives back what was deleted. */
  undeleting: saboteur({ row: row => ({ ...row, deleted: false, chain: `${row.seq}` }) }),
  /** Embeds everything itself, or not at all. */
  ownVectorsLost: saboteur({
    row: (row, { name }) => (name === 'lab/photos' ? { ...row, embedding: null } : row),
  }),
  /** Returns five rows at most, also where some of them will be taken out. */
  cappedAtFive: saboteur({ call: call => ({ ...call, limit: Math.min(call.limit, 5) }) }),
  /** Withholds rows that seem to speak to a model. */
  censoring: saboteur({
    rows: rows => rows.filter(({ _snippet }) => !/ignore all|judge:|system:|<<<data/i.test(_snippet ?? '')),
  }),
  /** Does what rows say. */
  obedient: saboteur({
    rows: rows => {
      if (rows.some(({ _snippet }) => _snippet?.includes('ABSTAIN'))) return [];
      return rows.map(row =>
        row._snippet?.includes('cite [kb/articles#tide-table]') === true
          ? { ...row, _table: 'kb/articles', _key: 'tide-table' }
          : row,
      );
    },
  }),
} as const;

/** What a store does wrong; whatever is left out it does right. */
type Sabotage = {
  readonly schema?: (schema: TableSchema) => TableSchema;
  readonly row?: (row: LandRow, schema: TableSchema) => LandRow;
  readonly bounds?: (bounds: Bounds) => Bounds;
  readonly call?: (call: RankedCall) => RankedCall;
  readonly rows?: (
    rows: readonly RankedRow[],
    call: RankedCall,
    bounds: Bounds | null,
  ) => readonly RankedRow[];
  /** Asked once more with what it gives, where an answer has no row. */
  readonly insteadOfNothing?: (call: RankedCall) => RankedCall;
};

/** The plain store with one thing broken. */
function saboteur(sabotage: Sabotage): StoreAdapter {
  return {
    name: 'saboteur',
    open: async config => broken(await memoryAdapter.open(config), sabotage),
  };
}

function broken(store: Store, sabotage: Sabotage): Store {
  const { schema: ofSchema, row: ofRow, bounds: ofBounds } = sabotage;
  return {
    ...store,
    land: (schema, rows, stamp) => {
      const landed = ofRow === undefined ? rows : changed(rows, row => ofRow(row, schema));
      return store.land(ofSchema?.(schema) ?? schema, landed, stamp);
    },
    admit: session => brokenReader(store.admit(session), sabotage, null),
    admitBounded: (session, bounds) => {
      const reader = store.admitBounded(session, ofBounds?.(bounds) ?? bounds);
      return brokenReader(reader, sabotage, bounds);
    },
  };
}

function brokenReader(reader: Reader, sabotage: Sabotage, bounds: Bounds | null): Reader {
  const { call: ofCall, rows: ofRows, insteadOfNothing } = sabotage;
  const answerTo = async (call: RankedCall): Promise<RankedAnswer> => {
    let answer = await single(reader, ofCall?.(call) ?? call);
    if (insteadOfNothing !== undefined && answer.rows.length === 0) {
      answer = await single(reader, insteadOfNothing(call));
    }
    return ofRows === undefined ? answer : { ...answer, rows: ofRows(answer.rows, call, bounds) };
  };
  return {
    ...reader,
    ranked: async function* (calls) {
      for (const call of calls) yield await answerTo(call);
    },
  };
}

async function single(reader: Reader, call: RankedCall): Promise<RankedAnswer> {
  for await (const answer of reader.ranked([call])) return answer;
  throw new Error('no answer');
}

async function* changed(
  rows: AsyncIterable<LandRow>,
  change: (row: LandRow) => LandRow,
): AsyncGenerator<LandRow> {
  for await (const row of rows) yield change(row);
}

function withSnippet(row: LandRow, change: (text: string) => string): LandRow {
  return row.snippet === null ? row : { ...row, snippet: change(row.snippet) };
}

function piecesOf(word: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < word.length; start += 1) {
    for (let end = start + 2; end <= word.length; end += 1) pieces.push(word.slice(start, end));
  }
  return pieces.length === 0 ? [word] : pieces;
}
