import { join } from 'node:path';
import { makeFolder } from '../../core/atomic-file.ts';
import { buildRunReport } from '../run/build-run-report.ts';
import { BATCH } from '../run/case-batches.ts';
import { openCaseJournal } from '../run/case-journal.ts';
import { EMPTY_CHECKPOINT } from '../run/checkpoint.ts';
import type { PreparedRun } from '../run/prepare.ts';
import { checkpointHeader } from '../run/resume.ts';
import { runCorpora } from '../run/run-corpora.ts';
import type { ReportDocument } from '../score/report.ts';
import type { StoreAdapter } from '../store/port.ts';
import { type Checking, quiet } from './check.ts';

/** What is other than in the run that is checked. */
export type Change = {
  readonly threads?: number;
  readonly batch?: number;
  /** Wraps the adapter of the run. */
  readonly adapter?: (adapter: StoreAdapter) => StoreAdapter;
};

/** The whole run once more, landing and reading, without a run directory and without a word. name: of its folder. */
export async function measureAgain(
  { prepared, folder, context }: Checking,
  name: string,
  change: Change,
): Promise<ReportDocument> {
  context.signal.throwIfAborted();
  const path = join(folder, name);
  await makeFolder(path, 0o700);
  const own = changed(prepared, change);
  const journal = await openCaseJournal(
    join(path, 'checkpoint.jsonl'),
    EMPTY_CHECKPOINT,
    checkpointHeader(own),
    {
      fsync: 'batch',
      elapsedMs: context.clock.elapsedMs,
    },
  );
  try {
    const directory = { id: name, path, file: (file: string) => join(path, file) };
    const store = await runCorpora(own, journal, directory, context, quiet, change.batch ?? BATCH);
    context.signal.throwIfAborted();
    return buildRunReport(own, journal, store);
  } finally {
    await journal.close();
  }
}

function changed(prepared: PreparedRun, { threads, adapter }: Change): PreparedRun {
  const { request } = prepared;
  const { store, adapters } = request;
  const loaded = async () => {
    const own = await adapters[store.adapter]();
    return adapter?.(own) ?? own;
  };
  return {
    ...prepared,
    request: {
      ...request,
      store: { ...store, threads: threads ?? store.threads },
      adapters: { duckdb: loaded, memory: loaded },
      strictGoldens: false,
      keepStore: false,
      storeCache: null,
    },
  };
}
