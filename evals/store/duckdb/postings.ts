import type { Connection } from './engine.ts';
import { integersOf } from './integers.ts';
import { TABLES } from './layout.ts';
import { bound, type Statement, statement } from './statement.ts';

/** The rows that hold a term, and how often each does. */
export type Postings = { readonly rids: Int32Array; readonly counts: Int32Array };

/** Reads postings of terms, of hidden rows too: whoever asks drops those that are not visible. */
export type PostingSource = (terms: readonly number[]) => Promise<ReadonlyMap<number, Postings>>;

/** Postings that are kept in memory: 8 bytes each, so 128 MB. A larger store is asked for each batch's terms. */
const MOST_HELD = 16_000_000;

export async function openPostings(connection: Connection, mostHeld = MOST_HELD): Promise<PostingSource> {
  const [row] = await connection.rows(COUNT);
  const total = Number(row?.[0] ?? 0);
  return total <= mostHeld ? await readAll(connection) : terms => readSome(connection, terms);
}

const COUNT: Statement = { text: `SELECT count(*) FROM ${TABLES.postings}`, bindings: [] };
const ALL: Statement = { text: `SELECT term, rid, tf FROM ${TABLES.postings}`, bindings: [] };

/** Lines in any order: each of `terms`, `rids` and `counts` has one value a line. */
type Lines = Postings & { readonly terms: Int32Array };

async function readAll(connection: Connection): Promise<PostingSource> {
  const found = byTerm(await readLines(connection, ALL));
  return async terms => new Map(terms.map(term => [term, postingsOf(found, term)]));
}

/** The engine answers with positions in the list of terms, so that few numbers are counted. */
async function readSome(
  connection: Connection,
  terms: readonly number[],
): Promise<ReadonlyMap<number, Postings>> {
  const asked = statement(
    bind => `SELECT l.position, rid, tf FROM ${TABLES.postings} p JOIN (
      SELECT unnest(${bind(bound.integers(terms))}::INTEGER[]) AS term,
        unnest(${bind(bound.integers(terms.map((_, position) => position)))}::INTEGER[]) AS position
    ) l ON p.term = l.term`,
  );
  const found = byTerm(await readLines(connection, asked));
  return new Map(terms.map((term, position) => [term, postingsOf(found, position)]));
}

async function readLines(connection: Connection, asked: Statement): Promise<Lines> {
  const blocks: Lines[] = [];
  await connection.chunks(asked, chunk => {
    blocks.push({
      terms: integersOf(chunk.getColumnValues(0)),
      rids: integersOf(chunk.getColumnValues(1)),
      counts: integersOf(chunk.getColumnValues(2)),
    });
  });
  const size = blocks.reduce((sum, { rids }) => sum + rids.length, 0);
  const lines = { terms: new Int32Array(size), rids: new Int32Array(size), counts: new Int32Array(size) };
  let at = 0;
  for (const { terms, rids, counts } of blocks) {
    lines.terms.set(terms, at);
    lines.rids.set(rids, at);
    lines.counts.set(counts, at);
    at += rids.length;
  }
  return lines;
}

type ByTerm = Postings & { readonly ends: Int32Array };

function postingsOf({ ends, rids, counts }: ByTerm, term: number): Postings {
  const [first, end] = [ends[term] ?? 0, ends[term + 1] ?? 0];
  return { rids: rids.subarray(first, end), counts: counts.subarray(first, end) };
}

/** Several threads read the table, so its order is lost; lines are put in the places that counting gives their terms. */
function byTerm({ terms, rids, counts }: Lines): ByTerm {
  let largest = -1;
  for (let line = 0; line < terms.length; line += 1) largest = Math.max(largest, terms[line] ?? 0);
  // After the loop below, the lines of a term stand from `ends[term]` to `ends[term + 1]`.
  const ends = new Int32Array(largest + 2);
  for (let line = 0; line < terms.length; line += 1) {
    const above = (terms[line] ?? 0) + 1;
    ends[above] = (ends[above] ?? 0) + 1;
  }
  for (let term = 1; term < ends.length; term += 1) ends[term] = (ends[term] ?? 0) + (ends[term - 1] ?? 0);
  const next = ends.slice();
  const sorted = { ends, rids: new Int32Array(terms.length), counts: new Int32Array(terms.length) };
  for (let line = 0; line < terms.length; line += 1) {
    const term = terms[line] ?? 0;
    const at = next[term] ?? 0;
    next[term] = at + 1;
    sorted.rids[at] = rids[line] ?? 0;
    sorted.counts[at] = counts[line] ?? 0;
  }
  return sorted;
}
