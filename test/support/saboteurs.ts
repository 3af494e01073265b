import { type Sabotage, sabotaged } from '../../evals/prove/sabotage.ts';
import { memoryAdapter } from '../../evals/store/memory/index.ts';
import type { LandRow, StoreAdapter } from '../../evals/store/port.ts';

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

/** The plain store with one thing broken. */
function saboteur(sabotage: Sabotage): StoreAdapter {
  return sabotaged(memoryAdapter, sabotage);
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
