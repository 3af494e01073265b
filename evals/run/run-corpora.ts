import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../core/atomic-file.ts';
import type { Context } from '../../core/context.ts';
import { shellLine } from '../../core/shell-quote.ts';
import { createStubEmbedder } from '../retrieve/stub-embedder.ts';
import type { HarnessReport } from '../score/report.ts';
import { openStoreCache } from '../store/cache.ts';
import { storeCachePlace } from '../store/cache-place.ts';
import type { LandingStamp, Store, StoreAdapter, StoreConfig } from '../store/port.ts';
import { BATCH } from './case-batches.ts';
import type { CaseJournal } from './case-journal.ts';
import type { CorpusOfRun } from './corpora.ts';
import type { RunEventBody } from './events.ts';
import { GOLDEN_FAULT_TEXTS, type GoldenFault } from './golden-watch.ts';
import { type Caching, obtainCorpus } from './obtain-corpus.ts';
import type { PreparedRun } from './prepare.ts';
import { readCases } from './read-cases.ts';
import type { RunDirectory } from './run-directory.ts';
import { storeKey } from './store-key.ts';

/**
 * Lands each corpus that has unfinished cases into a scratch store of its own, in path order, and reads those
 * cases into the journal. Stops between batches when the signal is aborted. Says which engine answered.
 */
export async function runCorpora(
  prepared: PreparedRun,
  journal: CaseJournal,
  directory: RunDirectory,
  context: Context,
  emit: (event: RunEventBody) => void,
  batch = BATCH,
): Promise<HarnessReport['store']> {
  const { adapters, store: asked } = prepared.request;
  const adapter = await adapters[asked.adapter]();
  const scratch = directory.file('scratch');
  const progress = new RunProgress(prepared, journal, context, emit);
  let store: HarnessReport['store'] | undefined;
  try {
    for (const [i, ofRun] of prepared.corpora.entries()) {
      progress.landed(i);
      const pending = ofRun.cases.filter(({ ordinal }) => !journal.held.has(ordinal));
      if (pending.length === 0 || context.signal.aborted) continue;
      const config = await storeConfig(prepared, join(scratch, String(i + 1)));
      store = await runCorpus({
        prepared,
        ofRun,
        pending,
        adapter,
        config,
        journal,
        context,
        emit,
        progress,
        at: i,
        batch,
      });
    }
    return store ?? (await factsOf(adapter, await storeConfig(prepared, scratch)));
  } finally {
    if (!prepared.request.keepStore) await rm(scratch, { recursive: true, force: true });
  }
}

type CorpusRun = {
  readonly prepared: PreparedRun;
  readonly ofRun: CorpusOfRun;
  readonly pending: readonly CorpusOfRun['cases'][number][];
  readonly adapter: StoreAdapter;
  readonly config: StoreConfig;
  readonly journal: CaseJournal;
  readonly context: Context;
  readonly emit: (event: RunEventBody) => void;
  readonly progress: RunProgress;
  /** Place of the corpus among those of the run. */
  readonly at: number;
  readonly batch: number;
};

async function runCorpus(run: CorpusRun): Promise<HarnessReport['store']> {
  const { prepared, ofRun, adapter, config, context, emit } = run;
  const { request, session, surface } = prepared;
  const embed = createStubEmbedder(request.seed);
  const landed = await obtainCorpus(
    {
      corpus: ofRun.corpus,
      cases: ofRun.cases,
      adapter,
      config,
      stamp: landingStamp(prepared),
      embed,
      strictGoldens: request.strictGoldens,
      emit,
      context,
    },
    cachingOf(prepared, ofRun),
  );
  run.progress.landed(run.at + 1);
  try {
    for (const fault of landed.goldenFaults) emit(goldenWarning(fault));
    const batches = readCases(run.pending, {
      store: landed.store,
      session,
      surface,
      calls: {
        k: request.k,
        landedAt: request.landedAt,
        hasEdgeSurface: request.edgeSurface !== null,
        embed,
      },
      contextWindow: request.contextWindow,
      corpusTokens: landed.facts.tokens,
      shapes: landed.shapes,
      goldenFaults: landed.goldenFaults,
      batch: run.batch,
      clock: context.clock,
      emit,
      signal: context.signal,
    });
    for await (const batch of batches) {
      for (const line of batch) await run.journal.append(line);
      for (const line of batch) run.progress.finished(line.ordinal, line.outcome);
    }
    return storeFacts(landed.store);
  } finally {
    await landed.store.close();
  }
}

function cachingOf(prepared: PreparedRun, { digest }: CorpusOfRun): Caching | null {
  const { storeCache, root, pid, commandLine, seed } = prepared.request;
  if (storeCache === null || storeCache.maxBytes === 0) return null;
  const { maxBytes, program } = storeCache;
  return {
    cache: openStoreCache(storeCachePlace(root, { maxBytes, pid, command: shellLine(commandLine) })),
    keyOf: format => storeKey({ corpus: digest, format, program, seed, stamp: landingStamp(prepared) }),
  };
}

/** Tells how far the run is. A case's line is in the journal before its end is told. */
class RunProgress {
  readonly #cases: ReadonlyMap<number, PreparedRun['selected']['cases'][number]>;
  readonly #corpora: number;
  readonly #emit: (event: RunEventBody) => void;
  readonly #elapsedMs: () => number;
  #done: number;

  constructor(
    { selected, corpora }: PreparedRun,
    journal: CaseJournal,
    { clock }: Context,
    emit: (event: RunEventBody) => void,
  ) {
    this.#cases = new Map(selected.cases.map(loaded => [loaded.ordinal, loaded]));
    this.#corpora = corpora.length;
    this.#emit = emit;
    const start = clock.elapsedMs();
    this.#elapsedMs = () => clock.elapsedMs() - start;
    this.#done = journal.held.size;
  }

  landed(done: number): void {
    this.#emit({ t: 'run.progress', phase: 'land', done, of: this.#corpora, elapsed_ms: this.#elapsedMs() });
  }

  finished(ordinal: number, outcome: string): void {
    const loaded = this.#cases.get(ordinal);
    if (loaded === undefined) return;
    this.#done += 1;
    const { file, line } = loaded;
    this.#emit({ t: 'case.end', case: loaded.case.id, ordinal, outcome, place: { file, line } });
    const of = this.#cases.size;
    this.#emit({ t: 'run.progress', phase: 'run', done: this.#done, of, elapsed_ms: this.#elapsedMs() });
  }
}

export async function storeConfig(
  { request, defaultRows }: PreparedRun,
  scratch: string,
): Promise<StoreConfig> {
  await makeFolder(scratch, 0o700);
  const { ranking, store } = request;
  return { ranking, defaultRows, threads: store.threads, memory: store.memory, scratch };
}

export function landingStamp({ request, session }: PreparedRun): LandingStamp {
  return { runId: 'eval-0001', ingestedNs: request.landedAt, siteId: 'eval', authoredBy: session.agent };
}

/** When every case was held no corpus lands, and an empty store says which engine it would have been. */
async function factsOf(adapter: StoreAdapter, config: StoreConfig): Promise<HarnessReport['store']> {
  const store = await adapter.open(config);
  try {
    return storeFacts(store);
  } finally {
    await store.close();
  }
}

function storeFacts({ adapter, engine, version }: Store): HarnessReport['store'] {
  return { adapter, engine, version };
}

function goldenWarning({ kind, reference, case: loaded }: GoldenFault): RunEventBody {
  const { file, line } = loaded;
  const message = `${file}:${line}: case ${loaded.case.id} ${GOLDEN_FAULT_TEXTS[kind]}: ${reference}`;
  return {
    t: 'run.warning',
    code: 'GoldenRow',
    message,
    place: { file, line },
    facts: { kind, case: loaded.case.id, reference },
  };
}
