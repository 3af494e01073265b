import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { parseInstant } from '../../core/time.ts';
import { inspectTable, KEPT_BYTES, landRows, openCorpus } from '../../evals/corpus/index.ts';
import { deviceSession } from '../../evals/policy/session.ts';
import { createStubEmbedder } from '../../evals/retrieve/stub-embedder.ts';
import { duckdbAdapter } from '../../evals/store/duckdb/index.ts';
import {
  type Bounds,
  DEFAULT_RANKING,
  type LandRow,
  type RankedCall,
  type Ranking,
  type Reader,
  type Store,
  UNBOUNDED,
} from '../../evals/store/port.ts';
import { AGENT, boundOf } from '../data.ts';
import type { Figures } from '../harness.ts';
import { median } from '../harness.ts';
import { medianMs, timed } from '../timed.ts';
import type { Task } from '../worker.ts';
import { hybridQuestions, LIMIT, lexicalQuestions } from './questions.ts';

type Embed = (text: string) => Float32Array;

const INGESTED = parseInstant('2031-01-01T00:00:00Z') ?? 0n;
const STAMP = { runId: 'eval-0001', ingestedNs: INGESTED, siteId: 'eval', authoredBy: 'bench' };

/** Reads, lands and folds the corpus folder `file`, without vectors. */
export async function loadTimed(task: Task): Promise<Figures> {
  const scratch = mkdtempSync(join(task.work, 'scratch-'));
  const [loadMs, store] = await timed(() => loadCorpus(task, scratch, null));
  await closeStore(store, scratch);
  return { loadMs };
}

/** Lexical calls under an owner policy: alone and in batches, with and without bound, both kinds of statistics. */
export async function lexicalTimed(task: Task): Promise<Figures> {
  const scratch = mkdtempSync(join(task.work, 'scratch-'));
  const store = await loadCorpus(task, scratch, null);
  const visible = await loadCorpus(task, scratch, null, { ...DEFAULT_RANKING, statistics: 'visible' });
  // Readers of one store would find the rows that another one has just shown.
  const unbounded = await loadCorpus(task, scratch, null);
  const bounded = boundedReader(store, task.rows);
  const content = lexicalQuestions(task.rows, 'content');
  await medianMs(content.warmUp, question => ask(bounded, [question]));
  const singleMs = await medianMs(content.singles, question => ask(bounded, [question]));
  if ((await ask(bounded, content.singles.slice(0, 64))) === 0) throw new Error('no row came back');
  const readers = [bounded, unbounded.admit(deviceSession(AGENT)), boundedReader(visible, task.rows)];
  const [batchMs = 0, unboundedMs = 0, globalMs = 0] = await batchMedians(readers, content.batches);
  const frequent = lexicalQuestions(task.rows, 'any');
  const frequentMs = await medianMs(frequent.singles, question => ask(bounded, [question]));
  const [frequentBatchMs = 0] = await batchMedians([bounded], frequent.batches);
  for (const opened of [store, visible, unbounded]) await closeStore(opened, scratch);
  return { singleMs, batchMs, unboundedMs, globalMs, frequentMs, frequentBatchMs };
}

/** From file to the last of 500 hybrid answers, as a run asks: in batches of 64. */
export async function hybridTimed(task: Task): Promise<Figures> {
  const scratch = mkdtempSync(join(task.work, 'scratch-'));
  const asked = hybridQuestions(task.rows);
  const embed = createStubEmbedder();
  const [loadMs, store] = await timed(() => loadCorpus(task, scratch, embed));
  const reader = boundedReader(store, task.rows);
  const [callsMs] = await timed(async () => {
    for (let i = 0; i < asked.length; i += 64) await ask(reader, asked.slice(i, i + 64), embed);
  });
  await closeStore(store, scratch);
  return { loadMs, callsMs, totalMs: loadMs + callsMs };
}

async function loadCorpus(
  { file, work }: Task,
  scratch: string,
  embed: Embed | null,
  ranking: Ranking = DEFAULT_RANKING,
): Promise<Store> {
  const threads = availableParallelism();
  const store = await duckdbAdapter.open({ ranking, defaultRows: null, threads, memory: '1GiB', scratch });
  const roots = { project: work, corpusRoots: [], shownFrom: work };
  const corpus = await openCorpus(`../${basename(file)}`, { caseFileDir: join(work, 'goldens'), roots });
  for (const table of corpus.tables) {
    const inspected = await inspectTable(table, { keepBytes: KEPT_BYTES });
    const rows = landRows(inspected, { embed: embed ?? noVector });
    await store.land(inspected.schema, embed === null ? withoutVector(rows) : rows, STAMP);
  }
  await store.fold();
  return store;
}

const NO_VECTOR = new Float32Array();

function noVector(): Float32Array {
  return NO_VECTOR;
}

async function* withoutVector(rows: AsyncIterable<LandRow>): AsyncGenerator<LandRow> {
  for await (const row of rows) yield { ...row, embedding: null };
}

function boundedReader(store: Store, rows: number): Reader {
  const bounds: Bounds = { ...UNBOUNDED, availableAsOf: parseInstant(boundOf(rows)) ?? null };
  return store.admitBounded(deviceSession(AGENT), bounds);
}

async function ask(reader: Reader, asked: readonly string[], embed?: Embed): Promise<number> {
  let rows = 0;
  for await (const answer of reader.ranked(asked.map(question => callOf(question, embed)))) {
    rows += answer.rows.length;
  }
  return rows;
}

function callOf(query: string, embed?: Embed): RankedCall {
  return {
    query,
    embedding: embed === undefined ? null : embed(query),
    limit: LIMIT,
    prefix: '',
    surface: 'all',
    anchorNs: INGESTED,
    sinceNs: null,
  };
}

/** Per reader the median milliseconds of one call in a batch; the readers take turns. */
async function batchMedians(
  readers: readonly Reader[],
  batches: readonly (readonly string[])[],
): Promise<readonly number[]> {
  const times = readers.map(() => [] as number[]);
  for (const [i, batch] of batches.entries()) {
    for (const [r, reader] of readers.entries()) {
      const [ms] = await timed(() => ask(reader, batch));
      if (i > 0) times[r]?.push(ms / batch.length);
    }
  }
  return times.map(median);
}

async function closeStore(store: Store, scratch: string): Promise<void> {
  await store.close();
  rmSync(scratch, { recursive: true, force: true });
}
