import Database from 'better-sqlite3';
import { createStubEmbedder } from '../../evals/retrieve/stub-embedder.ts';
import { AGENT, boundOf, EVERYONE } from '../data.ts';
import type { Figures } from '../harness.ts';
import { medianMs, timed } from '../timed.ts';
import type { Task } from '../worker.ts';
import { embeddedText, readArticles } from './articles.ts';
import { fuse } from './fuse.ts';
import { hybridQuestions, LIMIT, lexicalQuestions } from './questions.ts';

type Db = Database.Database;
type Found = { readonly rid: number; readonly score: number };

/** Reads the rows into SQLite: cells, versions and an FTS5 index, in memory and in one transaction. */
export async function loadTimed(task: Task): Promise<Figures> {
  const [loadMs, db] = await timed(() => loadDatabase(task));
  db.close();
  return { loadMs };
}

export async function lexicalTimed(task: Task): Promise<Figures> {
  const db = loadDatabase(task);
  const { warmUp, singles } = lexicalQuestions(task.rows, 'content');
  const search = searchOf(db, task.rows);
  const cells = cellsOf(db);
  const ask = (question: string) => search(question, LIMIT).map(({ rid }) => cells(rid));
  await medianMs(warmUp, ask);
  const singleMs = await medianMs(singles, ask);
  const frequentMs = await medianMs(lexicalQuestions(task.rows, 'any').singles, ask);
  db.close();
  return { singleMs, frequentMs };
}

/** FTS5 and exact vectors of sqlite-vec, the first 200 of each fused by rank. */
export async function hybridTimed(task: Task): Promise<Figures> {
  const { load } = await import('sqlite-vec');
  const embed = createStubEmbedder();
  const asked = hybridQuestions(task.rows);
  const [loadMs, db] = await timed(() => loadDatabase(task, load, embed));
  const search = searchOf(db, task.rows);
  const nearest = nearestOf(db, task.rows);
  const cells = cellsOf(db);
  const [callsMs] = await timed(() => {
    for (const question of asked) {
      const found = fuse(search(question, DEPTH), nearest(embed(question), DEPTH));
      found.slice(0, LIMIT).forEach(rid => void cells(rid));
    }
  });
  db.close();
  return { loadMs, callsMs, totalMs: loadMs + callsMs };
}

const DEPTH = 200;

function loadDatabase(
  { file }: Task,
  loadVectors?: (db: Db) => void,
  embed?: (text: string) => Float32Array,
): Db {
  const db = new Database(':memory:');
  loadVectors?.(db);
  db.exec(SCHEMA);
  if (embed !== undefined) db.exec(VECTORS);
  const row = db.prepare('INSERT INTO rows VALUES (?, ?, ?, ?, ?)');
  const words = db.prepare('INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)');
  const vector = embed === undefined ? undefined : db.prepare('INSERT INTO vectors VALUES (?, ?)');
  db.transaction(() => {
    let rid = 0;
    for (const article of readArticles(file)) {
      rid += 1;
      const { row_id, owner_id, known_at, title, body } = article;
      row.run(rid, row_id, owner_id, known_at, JSON.stringify(article));
      words.run(rid, title, body);
      if (embed !== undefined) vector?.run(rid, bytesOf(embed(embeddedText(article))));
    }
    db.exec(FOLD);
  })();
  return db;
}

const SCHEMA = `
  CREATE TABLE rows (rid INTEGER PRIMARY KEY, key TEXT, owner_id TEXT, known_at TEXT, cells TEXT);
  CREATE TABLE versions (rid INTEGER PRIMARY KEY, owner_id TEXT, known_at TEXT, superseded_at TEXT);
  CREATE VIRTUAL TABLE words USING fts5(title, body, content='', tokenize='unicode61');`;

const FOLD = `
  INSERT INTO versions
  SELECT rid, owner_id, known_at, lead(known_at) OVER (PARTITION BY key ORDER BY known_at, rid) FROM rows
  ORDER BY rid;`;

/** A plain table: the scalar function over it is twice as fast as a vec0 table with metadata columns. */
const VECTORS = 'CREATE TABLE vectors (rid INTEGER PRIMARY KEY, embedding BLOB);';

const READABLE = `(v.owner_id = '${AGENT}' OR v.owner_id = '${EVERYONE}') AND v.known_at <= @bound
  AND (v.superseded_at IS NULL OR v.superseded_at > @bound)`;

function searchOf(db: Db, rows: number): (question: string, limit: number) => readonly Found[] {
  const bound = boundOf(rows);
  const select = db.prepare<[object], Found>(
    `SELECT v.rid AS rid, bm25(words) AS score FROM words JOIN versions v ON v.rid = words.rowid
     WHERE words MATCH @match AND ${READABLE} ORDER BY score, v.rid LIMIT @limit`,
  );
  return (question, limit) => {
    const match = question
      .split(' ')
      .map(word => `"${word}"`)
      .join(' OR ');
    return select.all({ match, bound, limit });
  };
}

/** Exact cosine over every visible vector. */
function nearestOf(db: Db, rows: number): (vector: Float32Array, limit: number) => readonly Found[] {
  const bound = boundOf(rows);
  const select = db.prepare<[object], Found>(
    `SELECT n.rid AS rid, vec_distance_cosine(n.embedding, @vector) AS score
     FROM versions v JOIN vectors n ON n.rid = v.rid WHERE ${READABLE} ORDER BY score, n.rid LIMIT @limit`,
  );
  return (vector, limit) => select.all({ vector: bytesOf(vector), bound, limit });
}

function cellsOf(db: Db): (rid: number) => unknown {
  const select = db.prepare<[number], { readonly cells: string }>('SELECT cells FROM rows WHERE rid = ?');
  return rid => JSON.parse(select.get(rid)?.cells ?? 'null');
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
