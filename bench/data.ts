import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Splitmix64 } from '../evals/stats/splitmix64.ts';

/** One row of the generated corpus, as its JSON Lines file holds it. */
export type Article = {
  readonly row_id: string;
  readonly owner_id: string;
  readonly known_at: string;
  readonly title: string;
  readonly body: string;
};

export const EVERYONE = 'everyone';
/** Who asks: one of ten owners. */
export const AGENT = 'agent-3';
export const TABLE = 'kb/articles';

const SEED = 20_300_601n;
const VOCABULARY = 30_000;
const FREQUENT = 100;
const TITLE_WORDS = 5;
const BODY_WORDS = 40;
const FIRST_MINUTE = Date.UTC(2030, 0, 1);

/**
 * Rows of the corpus in file order, equal for equal numbers. Two rows in five are everyone's, the others have one
 * of ten owners; one in fifty is a later version of an earlier row. Words follow a Zipf distribution.
 */
export function* articles(rows: number): Generator<Article> {
  const random = new Splitmix64(SEED);
  const word = wordSource(random);
  for (let i = 0; i < rows; i += 1) {
    const isVersion = i > 50 && random.index(50) === 0;
    const id = isVersion ? random.index(i) : i;
    yield {
      row_id: `a-${id}`,
      owner_id: random.index(5) < 2 ? EVERYONE : `agent-${random.index(10)}`,
      known_at: minute(i),
      title: words(TITLE_WORDS, word),
      body: words(BODY_WORDS, word),
    };
  }
}

/** Nine tenths of the rows are known by then. */
export function boundOf(rows: number): string {
  return minute(Math.floor(rows * 0.9));
}

/**
 * Which words a question may have: `content` leaves out the hundred most frequent ones, which stand for the words
 * that people leave out or an analyzer drops; `any` draws from all, so that most rows hold one of its words.
 */
export type Words = 'content' | 'any';

/** Questions of four words that stand together in some row. */
export function questions(rows: number, count: number, kind: Words): readonly string[] {
  const left = new Set(kind === 'any' ? [] : Array.from({ length: FREQUENT }, (_, rank) => madeUpWord(rank)));
  const wanted = new Map<number, string>();
  const random = new Splitmix64(SEED + 1n);
  const picks = Array.from({ length: count }, () => random.index(rows));
  const chosen = new Set(picks);
  let at = 0;
  for (const { body } of articles(rows)) {
    if (chosen.has(at)) {
      const all = body.split(' ').filter(word => !left.has(word));
      wanted.set(at, Array.from({ length: 4 }, () => all[random.index(all.length)] ?? '').join(' '));
    }
    at += 1;
  }
  return picks.map(pick => wanted.get(pick) ?? '');
}

/** A corpus folder with so many rows, made once; its path. */
export function corpusFolder(work: string, rows: number): string {
  const folder = join(work, `corpus-${rows}`);
  writeOnce(rowsFile(folder), () => lines(articles(rows)));
  writeOnce(join(folder, 'contextful.toml'), () => [DECLARATION]);
  return folder;
}

export function rowsFile(folder: string): string {
  return join(folder, 'rows', `${TABLE}.jsonl`);
}

/** Writes a file piece by piece unless it is there, and whole or not at all. */
export function writeOnce(path: string, pieces: () => Iterable<string>): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(`${path}.part`, 'w');
  let held = '';
  for (const piece of pieces()) {
    held += piece;
    if (held.length < 1 << 20) continue;
    writeSync(file, held);
    held = '';
  }
  writeSync(file, held);
  closeSync(file);
  renameSync(`${path}.part`, path);
}

export function* lines(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

const DECLARATION = `[[pipeline.tables]]
name = "${TABLE}"
primary_key = ["row_id"]
available_time = "known_at"
columns = { row_id = "string", owner_id = "string", known_at = "timestamp", title = "string", body = "string" }
[pipeline.tables.policy.rows]
predicate = "owner_id = subject.agent OR owner_id = '${EVERYONE}'"
`;

function minute(i: number): string {
  return new Date(FIRST_MINUTE + i * 60_000).toISOString();
}

function words(count: number, word: () => string): string {
  return Array.from({ length: count }, word).join(' ');
}

/** Draws made-up words; the r-th most frequent has a share of 1 / (r + 3). */
function wordSource(random: Splitmix64): () => string {
  const shares = new Float64Array(VOCABULARY);
  let sum = 0;
  for (let rank = 0; rank < VOCABULARY; rank += 1) {
    sum += 1 / (rank + 3);
    shares[rank] = sum;
  }
  const vocabulary = Array.from({ length: VOCABULARY }, (_, rank) => madeUpWord(rank));
  return () => vocabulary[firstAtLeast(shares, (random.index(1 << 26) / (1 << 26)) * sum)] ?? '';
}

function firstAtLeast(ascending: Float64Array, wanted: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

const CONSONANTS = 'bdfghklmnprtvz';
const VOWELS = 'aeiou';

/** Two to four syllables that no other rank has, without plural. */
function madeUpWord(rank: number): string {
  let [text, rest] = ['', rank + CONSONANTS.length * VOWELS.length];
  while (rest > 0) {
    text += `${CONSONANTS[rest % CONSONANTS.length]}${VOWELS[Math.floor(rest / CONSONANTS.length) % VOWELS.length]}`;
    rest = Math.floor(rest / (CONSONANTS.length * VOWELS.length));
  }
  return text;
}
