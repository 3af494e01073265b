import { createStubEmbedder } from '../retrieve/stub-embedder.ts';
import type { CorpusOfRun } from '../run/corpora.ts';
import { landCorpus } from '../run/land-corpus.ts';
import { landingStamp, storeConfig } from '../run/run-corpora.ts';
import type { Store, StoreAdapter } from '../store/port.ts';
import { type Checking, quiet } from './check.ts';

/** Lands one corpus of the run into a store of its own. The caller closes it. scratch: a new folder. */
export async function landAgain(
  { prepared, context }: Checking,
  { corpus, cases }: CorpusOfRun,
  adapter: StoreAdapter,
  scratch: string,
): Promise<Store> {
  const { store } = await landCorpus({
    corpus,
    cases,
    adapter,
    config: await storeConfig(prepared, scratch),
    stamp: landingStamp(prepared),
    embed: createStubEmbedder(prepared.request.seed),
    strictGoldens: false,
    emit: quiet,
    context,
  });
  return store;
}
