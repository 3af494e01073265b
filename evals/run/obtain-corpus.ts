import { Refusal } from '../../core/refusal.ts';
import type { Corpus } from '../corpus/index.ts';
import type { CacheDraft, CacheEntry, StoreCache } from '../store/cache.ts';
import type { StoreKeeping } from '../store/port.ts';
import { watchGoldens } from './golden-watch.ts';
import {
  type LandedCorpus,
  type Landing,
  landCorpus,
  requireKnown,
  shapesOf,
  tellWarnings,
} from './land-corpus.ts';
import { readFacts, writtenFacts } from './landed-facts.ts';
import { stoppedWithRun } from './stopped-with-run.ts';

/** The cache of a run and the name that a corpus has there; asked when a corpus is worth it. */
export type Caching = { readonly cache: StoreCache; readonly keyOf: (format: string) => string };

/** Landing fewer bytes than this takes less time than writing and finding an entry. */
const CACHED_FROM_BYTES = 1 << 20;

/**
 * A corpus from the cache, or landed and put there (evaluate.md 7.4). Whatever is wrong with the cache is a warning:
 * the run goes on as if there were none, and its answers are the same bytes.
 */
export async function obtainCorpus(landing: Landing, caching: Caching | null): Promise<LandedCorpus> {
  const { keeping } = landing.adapter;
  const bytes = landing.corpus.tables.reduce((sum, table) => sum + table.bytes, 0);
  if (caching === null || keeping === undefined || bytes < CACHED_FROM_BYTES) return landCorpus(landing);
  const { cache } = caching;
  const key = caching.keyOf(await keeping.format());
  const cached = await cachedCorpus(landing, keeping, cache, key);
  if (cached !== null) return cached;
  const draft = await attempt(landing, () => cache.draft(key));
  return draft === null ? landCorpus(landing) : landInto(draft, landing);
}

async function cachedCorpus(
  landing: Landing,
  keeping: StoreKeeping,
  cache: StoreCache,
  key: string,
): Promise<LandedCorpus | null> {
  const finding = await attempt(landing, () => cache.find(key));
  if (finding === null || finding.kind === 'absent') return null;
  if (finding.kind === 'found') {
    try {
      return await reopened(landing, keeping, finding.entry);
    } catch (error) {
      await finding.entry.release();
      if (error instanceof Refusal || landing.context.signal.aborted) throw error;
      await replaceDamaged(landing, cache, key, messageOf(error));
      return null;
    }
  }
  await replaceDamaged(landing, cache, key, finding.why);
  return null;
}

async function reopened(
  landing: Landing,
  { reopen }: StoreKeeping,
  { folder, facts, release }: CacheEntry,
): Promise<LandedCorpus> {
  const { corpus, cases, config, context, emit, stamp } = landing;
  const known = readFacts(facts, corpus);
  const landed = known.schemas.map(schema => ({ schema, stamp }));
  const { store, traces } = await reopen(config, folder, landed);
  try {
    const watch = watchGoldens(cases);
    const named = watch.named();
    const found = await traces(named);
    named.forEach(([table, key], at) => {
      const trace = found[at] ?? null;
      if (trace !== null) watch.note(table, key, trace.dated);
    });
    tellWarnings(known.warnings, emit);
    emit({ t: 'store.ready', adapter: store.adapter, version: store.version, cached: true });
    const goldenFaults = watch.faults();
    if (landing.strictGoldens) requireKnown(goldenFaults);
    const close = () => store.close().finally(release);
    return {
      store: stoppedWithRun({ ...store, close }, context),
      facts: known,
      shapes: shapesOf(known.schemas),
      goldenFaults,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function replaceDamaged(landing: Landing, cache: StoreCache, key: string, why: string): Promise<void> {
  const message = `the cached store of ${landing.corpus.shown} is damaged and is made again: ${why}`;
  landing.emit({ t: 'run.warning', code: 'StoreCacheDamaged', message, facts: { key, why } });
  await attempt(landing, () => cache.discard(key));
}

async function landInto(draft: CacheDraft, landing: Landing): Promise<LandedCorpus> {
  try {
    const landed = await landCorpus({ ...landing, config: { ...landing.config, keepIn: draft.folder } });
    try {
      await attempt(landing, () => keep(landed, draft, landing.corpus));
      return landed;
    } catch (error) {
      await landed.store.close();
      throw error;
    }
  } finally {
    await attempt(landing, () => draft.discard());
  }
}

async function keep({ store, facts }: LandedCorpus, draft: CacheDraft, corpus: Corpus): Promise<void> {
  await store.keep?.();
  if (await draft.land(writtenFacts(facts, corpus))) return;
  throw new RangeError('the store is larger than [eval.store] cache_bytes');
}

/** Null, and a warning, where the cache can not be used. */
async function attempt<Result>(
  { corpus, emit, context }: Landing,
  action: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await action();
  } catch (error) {
    if (context.signal.aborted) throw error;
    const why = messageOf(error);
    const message = `the store of ${corpus.shown} is not cached: ${why}`;
    emit({ t: 'run.warning', code: 'StoreCacheUnavailable', message, facts: { why } });
    return null;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
