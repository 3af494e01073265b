import MiniSearch from 'minisearch';
import { createStubEmbedder } from '../../evals/retrieve/stub-embedder.ts';
import { type Article, boundOf } from '../data.ts';
import type { Figures } from '../harness.ts';
import { medianMs, timed } from '../timed.ts';
import type { Task } from '../worker.ts';
import { embeddedText, isReadable, readArticles } from './articles.ts';
import { fuse } from './fuse.ts';
import { hybridQuestions, LIMIT, lexicalQuestions } from './questions.ts';

type Loaded = {
  readonly index: MiniSearch;
  readonly articles: readonly Article[];
  /** Per row when a later version of it was known, if one is. */
  readonly superseded: readonly (string | undefined)[];
};

const DEPTH = 200;
const DIMENSIONS = 128;

export async function loadTimed(task: Task): Promise<Figures> {
  const [loadMs] = await timed(() => loadIndex(task));
  return { loadMs };
}

export async function lexicalTimed(task: Task): Promise<Figures> {
  const loaded = loadIndex(task);
  const search = searchOf(loaded, task.rows);
  const { warmUp, singles } = lexicalQuestions(task.rows, 'content');
  const ask = (question: string) =>
    search(question)
      .slice(0, LIMIT)
      .map(({ rid }) => loaded.articles[rid]);
  await medianMs(warmUp, ask);
  const singleMs = await medianMs(singles, ask);
  return { singleMs, frequentMs: await medianMs(lexicalQuestions(task.rows, 'any').singles, ask) };
}

/** minisearch and a loop over all vectors, the first 200 of each fused by rank. */
export async function hybridTimed(task: Task): Promise<Figures> {
  const embed = createStubEmbedder();
  const asked = hybridQuestions(task.rows);
  const [loadMs, { loaded, vectors }] = await timed(() => {
    const own = loadIndex(task);
    const matrix = new Float32Array(own.articles.length * DIMENSIONS);
    for (const [rid, article] of own.articles.entries()) {
      matrix.set(embed(embeddedText(article)), rid * DIMENSIONS);
    }
    return { loaded: own, vectors: matrix };
  });
  const search = searchOf(loaded, task.rows);
  const isVisible = visibilityOf(loaded, task.rows);
  const visible = loaded.articles.flatMap((_, rid) => (isVisible(rid) ? [rid] : []));
  const [callsMs] = await timed(() => {
    for (const question of asked) {
      fuse(search(question).slice(0, DEPTH), nearest(vectors, visible, embed(question)))
        .slice(0, LIMIT)
        .map(rid => loaded.articles[rid]);
    }
  });
  return { loadMs, callsMs, totalMs: loadMs + callsMs };
}

function loadIndex({ file }: Task): Loaded {
  const index = new MiniSearch({ idField: 'rid', fields: ['title', 'body'] });
  const articles = [...readArticles(file)];
  const superseded: (string | undefined)[] = articles.map(() => undefined);
  const last = new Map<string, number>();
  for (const [rid, { row_id, known_at }] of articles.entries()) {
    const before = last.get(row_id);
    if (before !== undefined) superseded[before] = known_at;
    last.set(row_id, rid);
  }
  index.addAll(articles.map(({ title, body }, rid) => ({ rid, title, body })));
  return { index, articles, superseded };
}

function searchOf(loaded: Loaded, rows: number): (question: string) => readonly { readonly rid: number }[] {
  const isVisible = visibilityOf(loaded, rows);
  return question =>
    loaded.index.search(question, { filter: ({ id }) => isVisible(id) }).map(({ id }) => ({ rid: id }));
}

function visibilityOf({ articles, superseded }: Loaded, rows: number): (rid: number) => boolean {
  const bound = boundOf(rows);
  return rid => {
    const article = articles[rid];
    if (article === undefined || !isReadable(article) || article.known_at > bound) return false;
    return (superseded[rid] ?? '~') > bound;
  };
}

/** The best rows by dot product; the vectors have length 1. */
function nearest(vectors: Float32Array, visible: readonly number[], asked: Float32Array) {
  const scored = new Float64Array(visible.length);
  for (let i = 0; i < visible.length; i += 1) {
    const start = (visible[i] ?? 0) * DIMENSIONS;
    let sum = 0;
    for (let d = 0; d < DIMENSIONS; d += 1) sum += (vectors[start + d] ?? 0) * (asked[d] ?? 0);
    scored[i] = sum;
  }
  const threshold = scored.slice().sort()[Math.max(0, scored.length - DEPTH)] ?? 0;
  const best: { rid: number; score: number }[] = [];
  for (let i = 0; i < scored.length; i += 1) {
    const score = scored[i] ?? 0;
    if (score >= threshold) best.push({ rid: visible[i] ?? 0, score });
  }
  return best.sort((a, b) => b.score - a.score).slice(0, DEPTH);
}
