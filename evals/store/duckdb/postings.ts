import type { Connection } from './engine.ts';
import { TABLES } from './layout.ts';
import { bound, type Statement, statement } from './statement.ts';

/** The rows that hold a term, and how often each does. */
export type Postings = { readonly rids: Int32Array; readonly counts: Int32Array };

/** Reads postings of terms, of hidden rows too: whoever asks drops those that are not visible. */
export type PostingSource = (terms: readonly number[]) => Promise<ReadonlyMap<number, Postings>>;

/** Postings that are kept in memory: 8 bytes each, so 64 MB. A larger store is asked for each batch's terms. */
const MOST_HELD = 8_000_000;

export async function openPostings(connection: Connection, mostHeld = MOST_HELD): Promise<PostingSource> {
  const [row] = await connection.rows(COUNT);
  const total = Number(row?.[0] ?? 0);
  return total <= mostHeld
    ? heldSource(await readAll(connection, total))
    : terms => readSome(connection, terms);
}

const COUNT: Statement = { text: `SELECT count(*) FROM ${TABLES.postings}`, bindings: [] };
const ALL: Statement = { text: `SELECT term, rid, tf FROM ${TABLES.postings}`, bindings: [] };

/** Lines in any order: each of `terms`, `rids` and `counts` has one value a line. */
type Lines = Postings & { readonly terms: Int32Array };

async function readAll(connection: Connection, total: number): Promise<Lines> {
  const lines = {
    terms: new Int32Array(total),
    rids: new Int32Array(total),
    counts: new Int32Array(total),
  };
  let at = 0;
  await connection.chunks(ALL, chunk => {
    lines.terms.set(numbersOf(chunk.getColumnValues(0)), at);
    lines.rids.set(numbersOf(chunk.getColumnValues(1)), at);
    lines.counts.set(numbersOf(chunk.getColumnValues(2)), at);
    at += chunk.rowCount;
  });
  return lines;
}

/** Several threads read the table, so its order is lost; lines are put in the places that counting gives their terms. */
function heldSource(lines: Lines): PostingSource {
  const { ends, rids, counts } = byTerm(lines);
  const found = (term: number): Postings => {
    const [first, end] = [ends[term] ?? 0, ends[term + 1] ?? 0];
    return { rids: rids.subarray(first, end), counts: counts.subarray(first, end) };
  };
  return async terms => new Map(terms.map(term => [term, found(term)]));
}

function byTerm({ terms, rids, counts }: Lines): Postings & { readonly ends: Int32Array } {
  const largest = terms.reduce((most, term) => Math.max(most, term), -1);
  // After the loop below, the lines of a term stand from `ends[term]` to `ends[term + 1]`.
  const ends = new Int32Array(largest + 2);
  for (const term of terms) ends[term + 1] = (ends[term + 1] ?? 0) + 1;
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

async function readSome(
  connection: Connection,
  terms: readonly number[],
): Promise<ReadonlyMap<number, Postings>> {
  const found = new Map<number, { readonly rids: number[]; readonly counts: number[] }>();
  for (const term of terms) found.set(term, { rids: [], counts: [] });
  const asked = statement(
    bind => `SELECT p.term, rid, tf FROM ${TABLES.postings} p
      JOIN (SELECT unnest(${bind(bound.integers([...found.keys()]))}::INTEGER[]) AS term) l ON p.term = l.term`,
  );
  await connection.chunks(asked, chunk => {
    const [ofLine, rids, counts] = [0, 1, 2].map(column => numbersOf(chunk.getColumnValues(column)));
    ofLine?.forEach((term, line) => {
      const lines = found.get(term);
      lines?.rids.push(rids?.[line] ?? 0);
      lines?.counts.push(counts?.[line] ?? 0);
    });
  });
  return new Map(
    [...found].map(([term, { rids, counts }]) => [
      term,
      { rids: Int32Array.from(rids), counts: Int32Array.from(counts) },
    ]),
  );
}

function numbersOf(values: readonly unknown[]): number[] {
  return values.map(Number);
}
