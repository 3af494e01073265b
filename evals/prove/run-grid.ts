import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../core/atomic-file.ts';
import type { Context } from '../../core/context.ts';
import { createStubEmbedder } from '../retrieve/stub-embedder.ts';
import type { RunEvent, RunEventBody } from '../run/events.ts';
import { type LandedCorpus, landCorpus } from '../run/land-corpus.ts';
import type { PreparedRun } from '../run/prepare.ts';
import { recordEvents } from '../run/record-events.ts';
import { landingStamp, storeConfig } from '../run/run-corpora.ts';
import type { AnalyzerName, Store, StoreAdapter } from '../store/port.ts';
import { quiet } from './check.ts';
import type { Combination } from './grid-axes.ts';
import { type GridDocument, gridDocument } from './grid-document.ts';
import { type CaseValues, scoreCases } from './grid-scores.ts';

/**
 * Scores every combination over rows that are landed once per analyzer, whose postings differ; calibrations and
 * weights share a landing (evaluate.md 21.7). Judges nothing, and writes nothing that stays.
 */
export async function* runGrid(
  prepared: PreparedRun,
  combinations: readonly Combination[],
  context: Context,
): AsyncGenerator<RunEvent, GridDocument, void> {
  const recorder = recordEvents(context);
  const outcome = measure(prepared, combinations, context, recorder.emit);
  outcome.then(
    () => recorder.end(),
    () => recorder.end(),
  );
  yield* recorder.events();
  return await outcome;
}

async function measure(
  prepared: PreparedRun,
  combinations: readonly Combination[],
  context: Context,
  emit: (event: RunEventBody) => void,
): Promise<GridDocument> {
  const folder = join(prepared.request.root, '.contextful');
  await makeFolder(folder);
  const scratch = await mkdtemp(join(folder, 'grid-'));
  const start = context.clock.elapsedMs();
  const of = combinations.length * prepared.corpora.length;
  const values = new Map<Combination, Map<number, CaseValues>>(combinations.map(one => [one, new Map()]));
  let done = 0;
  const progress = (): void =>
    emit({ t: 'run.progress', phase: 'grid', done, of, elapsed_ms: context.clock.elapsedMs() - start });
  try {
    progress();
    for (const [number, analyzer] of [...new Set(combinations.map(one => one.analyzer))].entries()) {
      for (const [i, ofRun] of prepared.corpora.entries()) {
        const landed = await land(
          prepared,
          ofRun,
          analyzer,
          join(scratch, `${number + 1}-${i + 1}`),
          context,
        );
        try {
          for (const [one, own] of values) {
            if (one.analyzer !== analyzer) continue;
            await score(prepared, ofRun, one, landed, (ordinal, figures) => {
              context.signal.throwIfAborted();
              own.set(ordinal, figures);
            });
            done += 1;
            progress();
          }
        } finally {
          await landed.store.close();
        }
      }
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return gridDocument(prepared, combinations, one => values.get(one) ?? new Map());
}

async function score(
  prepared: PreparedRun,
  { cases }: PreparedRun['corpora'][number],
  { calibration, weights }: Combination,
  landed: LandedCorpus,
  keep: (ordinal: number, figures: CaseValues) => void,
): Promise<void> {
  const ranked = landed.store.rankedBy({ ...prepared.request.ranking, calibration, weights });
  const own = { ...landed, store: { ...landed.store, ...ranked } };
  for await (const { ordinal, figures } of scoreCases(prepared, cases, own)) keep(ordinal, figures);
}

async function land(
  prepared: PreparedRun,
  { corpus, cases }: PreparedRun['corpora'][number],
  analyzer: AnalyzerName | null,
  scratch: string,
  context: Context,
): Promise<LandedCorpus> {
  const { request } = prepared;
  const adapter = await request.adapters[request.store.adapter]();
  return landCorpus({
    corpus,
    cases,
    adapter: analyzer === null ? adapter : analyzedBy(adapter, analyzer),
    config: await storeConfig(prepared, scratch),
    stamp: landingStamp(prepared),
    embed: createStubEmbedder(request.seed),
    strictGoldens: request.strictGoldens,
    emit: quiet,
    context,
  });
}

/** The adapter with one analyzer for all tables. */
function analyzedBy(adapter: StoreAdapter, analyzer: AnalyzerName): StoreAdapter {
  return {
    ...adapter,
    open: async config => {
      const store = await adapter.open(config);
      const land: Store['land'] = (schema, rows, stamp) => store.land({ ...schema, analyzer }, rows, stamp);
      return { ...store, land };
    },
  };
}
