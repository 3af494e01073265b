import type { Batch, PlannedToken } from './batch.ts';
import type { Dictionary } from './dictionary.ts';
import type { Connection } from './engine.ts';
import { TABLES } from './layout.ts';
import type { PostingSource, Postings } from './postings.ts';
import type { Scratch } from './scratch.ts';
import { bound, statement } from './statement.ts';
import type { VisibleRows, VisibleTable } from './visible-rows.ts';

/** Where a token of a question is found (evaluate.md 8.2): places and the count at each. */
export type TokenMatches = {
  readonly token: PlannedToken;
  readonly places: Int32Array;
  readonly counts: Int32Array;
};

/** What a question finds in the rows of its batch. */
export type QuestionMatches = {
  readonly tokens: readonly TokenMatches[];
  /** Every row that matches a token, once, in no order. */
  readonly places: Int32Array;
};

/** The postings of a batch's tokens, of hidden rows too. */
export type Lookups = ReadonlyMap<PlannedToken, readonly Postings[]>;

export async function readLookups(
  { tokens }: Pick<Batch, 'tokens'>,
  connection: Connection,
  dictionary: Dictionary,
  source: () => Promise<PostingSource>,
): Promise<Lookups> {
  const termsOf = new Map(
    tokens.map(token => {
      const texts = token.lookup.kind === 'terms' ? token.lookup.terms : [];
      return [token, texts.flatMap(text => dictionary.find(token.analyzer, text) ?? [])] as const;
    }),
  );
  const terms = new Set([...termsOf.values()].flat());
  const postings = terms.size === 0 ? new Map<number, Postings>() : await (await source())([...terms]);
  const substrings = await readSubstrings(connection, tokens);
  return new Map(
    [...termsOf].map(([token, numbers]) => [
      token,
      [...numbers.flatMap(term => postings.get(term) ?? []), ...(substrings.get(token) ?? [])],
    ]),
  );
}

/** Tokens beyond ASCII, searched in the lower-cased text. Matches do not overlap, and neither do replacements. */
async function readSubstrings(
  connection: Connection,
  tokens: readonly PlannedToken[],
): Promise<ReadonlyMap<PlannedToken, readonly Postings[]>> {
  const searched = tokens.flatMap(token =>
    token.lookup.kind === 'substring' ? [{ token, text: token.lookup.text }] : [],
  );
  if (searched.length === 0) return new Map();
  const found = searched.map(() => ({ rids: [] as number[], counts: [] as number[] }));
  const asked = statement(
    bind => `SELECT t, rid, ((strlen(lowered) - strlen(replace(lowered, part, ''))) // strlen(part))::INTEGER
      FROM ${TABLES.entries} CROSS JOIN (SELECT unnest(${bind(bound.integers(searched.map((_, t) => t)))}::INTEGER[]) AS t,
        unnest(${bind(bound.texts(searched.map(({ text }) => text)))}::VARCHAR[]) AS part)
      WHERE lowered IS NOT NULL AND contains(lowered, part)`,
  );
  for (const [t, rid, count] of await connection.again(asked)) {
    const lines = found[Number(t)];
    lines?.rids.push(Number(rid));
    lines?.counts.push(Number(count));
  }
  return new Map(
    searched.map(({ token }, t) => [
      token,
      [{ rids: Int32Array.from(found[t]?.rids ?? []), counts: Int32Array.from(found[t]?.counts ?? []) }],
    ]),
  );
}

/**
 * Keeps what is visible in the batch's tables, and counts in `matched` the tokens that each row matches: it
 * must be given back with `forgetMatches` when the question's calls are done.
 */
export function matchQuestion(
  tokens: readonly PlannedToken[],
  lookups: Lookups,
  { rows, tables, scratch }: MatchGround,
): QuestionMatches {
  const isSearched = searchedTables(rows, tables);
  const found = tokens.map((token): TokenMatches => {
    const isOwn = isSearched.map(
      (searched, at) => searched && rows.tables[at]?.schema.analyzer === token.analyzer,
    );
    return { token, ...visibleMatches(lookups.get(token) ?? [], rows, isOwn, scratch) };
  });
  return { tokens: found, places: countTokens(found, scratch) };
}

function countTokens(found: readonly TokenMatches[], scratch: Scratch): Int32Array {
  const { matched } = scratch;
  const all = scratch.integers(found.reduce((sum, { places }) => sum + places.length, 0));
  let size = 0;
  for (const { places } of found) {
    for (let i = 0; i < places.length; i += 1) {
      const place = places[i] ?? 0;
      const before = matched[place] ?? 0;
      matched[place] = before + 1;
      if (before > 0) continue;
      all[size] = place;
      size += 1;
    }
  }
  return all.subarray(0, size);
}

export type MatchGround = {
  readonly rows: VisibleRows;
  readonly tables: readonly VisibleTable[];
  readonly scratch: Scratch;
};

export function forgetMatches({ places }: QuestionMatches, scratch: Scratch): void {
  const { matched } = scratch;
  for (let i = 0; i < places.length; i += 1) matched[places[i] ?? 0] = 0;
  scratch.release();
}

function searchedTables(rows: VisibleRows, tables: readonly VisibleTable[]): readonly boolean[] {
  const searched = new Set(tables);
  return rows.tables.map(table => searched.has(table));
}

/** A row has one posting of a term, so that only several terms of a token need a sum. */
function visibleMatches(
  postings: readonly Postings[],
  { places, tableAt }: VisibleRows,
  isSearched: readonly boolean[],
  scratch: Scratch,
): Pick<TokenMatches, 'places' | 'counts'> {
  const { sums } = scratch;
  const most = postings.reduce((sum, { rids }) => sum + rids.length, 0);
  const found = scratch.integers(most);
  const counts = scratch.integers(most);
  let size = 0;
  for (const { rids, counts: ofTerm } of postings) {
    for (let line = 0; line < rids.length; line += 1) {
      const place = places[rids[line] ?? -1] ?? -1;
      if (place < 0 || isSearched[tableAt[place] ?? -1] !== true) continue;
      const before = sums[place] ?? 0;
      if (before === 0) {
        found[size] = place;
        size += 1;
      }
      sums[place] = before + (ofTerm[line] ?? 0);
    }
  }
  for (let i = 0; i < size; i += 1) {
    const place = found[i] ?? 0;
    counts[i] = sums[place] ?? 0;
    sums[place] = 0;
  }
  return { places: found.subarray(0, size), counts: counts.subarray(0, size) };
}
