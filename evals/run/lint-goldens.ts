import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../core/atomic-file.ts';
import type { Context } from '../../core/context.ts';
import type { LoadedCase } from '../case/types.ts';
import { createStubEmbedder } from '../retrieve/stub-embedder.ts';
import type { CorpusOfRun } from './corpora.ts';
import type { RunEvent, RunEventBody } from './events.ts';
import { GOLDEN_FAULT_TEXTS, type GoldenFault } from './golden-watch.ts';
import { landCorpus } from './land-corpus.ts';
import { nearDuplicates } from './near-duplicates.ts';
import type { PreparedRun } from './prepare.ts';
import { recordEvents } from './record-events.ts';
import { landingStamp, storeConfig } from './run-corpora.ts';
import { DEPTH, truthInReach } from './truth-in-reach.ts';

export type GoldenFindingKind =
  | GoldenFault['kind']
  /** Truth that the session or the case's bounds hide. */
  | 'invisible'
  /** Truth that no leg returns among its first 1,000 rows. */
  | 'unreached'
  | 'near_duplicate';

/** Something to look at in a case, at its line of the case file. */
export type GoldenFinding = {
  readonly kind: GoldenFindingKind;
  readonly file: string;
  readonly line: number;
  readonly case: string;
  readonly message: string;
};

/**
 * Reads and lands every corpus of a planned run and looks whether its truth can be found (evaluate.md 21.3). Nothing
 * stays behind. Findings come in case order. Rejects with GoldenRowUnknown under `--strict-goldens`, and with
 * whatever landing rejects with.
 */
export async function* lintGoldens(
  prepared: PreparedRun,
  context: Context,
): AsyncGenerator<RunEvent, readonly GoldenFinding[], void> {
  const recorder = recordEvents(context);
  const outcome = lint(prepared, context, recorder.emit);
  outcome.then(
    () => recorder.end(),
    () => recorder.end(),
  );
  yield* recorder.events();
  return await outcome;
}

type Found = { readonly case: LoadedCase; readonly kind: GoldenFindingKind; readonly message: string };

async function lint(
  prepared: PreparedRun,
  context: Context,
  emit: (event: RunEventBody) => void,
): Promise<readonly GoldenFinding[]> {
  const { corpora, request, selected } = prepared;
  const folder = join(request.root, '.contextful');
  await makeFolder(folder);
  const scratch = await mkdtemp(join(folder, 'lint-'));
  const start = context.clock.elapsedMs();
  const found: Found[] = nearDuplicates(selected.cases).map(({ case: loaded, earlier }) => ({
    case: loaded,
    kind: 'near_duplicate',
    message: `asks what ${earlier.case.id} asks, ${earlier.file}:${earlier.line}`,
  }));
  try {
    for (const [i, ofRun] of corpora.entries()) {
      const elapsed = context.clock.elapsedMs() - start;
      emit({ t: 'run.progress', phase: 'land', done: i, of: corpora.length, elapsed_ms: elapsed });
      found.push(...(await lintCorpus(prepared, ofRun, join(scratch, String(i + 1)), context, emit)));
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return found
    .toSorted((a, b) => a.case.ordinal - b.case.ordinal)
    .map(({ case: { file, line, case: evalCase }, kind, message }) => ({
      kind,
      file,
      line,
      case: evalCase.id,
      message,
    }));
}

async function lintCorpus(
  prepared: PreparedRun,
  { corpus, cases }: CorpusOfRun,
  scratch: string,
  context: Context,
  emit: (event: RunEventBody) => void,
): Promise<readonly Found[]> {
  const { request } = prepared;
  const embed = createStubEmbedder(request.seed);
  const { store, goldenFaults } = await landCorpus({
    corpus,
    cases,
    adapter: await request.adapters[request.store.adapter](),
    config: await storeConfig(prepared, scratch),
    stamp: landingStamp(prepared),
    embed,
    strictGoldens: request.strictGoldens,
    emit,
    context,
  });
  try {
    const found: Found[] = goldenFaults.map(({ case: loaded, kind, reference }) => ({
      case: loaded,
      kind,
      message: `${GOLDEN_FAULT_TEXTS[kind]}: ${reference}`,
    }));
    const unknown = new Set(goldenFaults.map(({ kind, reference }) => `${kind} ${reference}`));
    const calls = { landedAt: request.landedAt, hasEdgeSurface: request.edgeSurface !== null, embed };
    for (const loaded of cases) {
      context.signal.throwIfAborted();
      for (const { reference, fault } of await truthInReach(loaded, store, prepared.session, calls)) {
        if (fault === null || unknown.has(`unknown_rows ${reference}`)) continue;
        found.push({ case: loaded, kind: fault, message: `${REACH_TEXTS[fault]}: ${reference}` });
      }
    }
    return found;
  } finally {
    await store.close();
  }
}

const REACH_TEXTS = {
  invisible: 'expects a row that its session does not see',
  unreached: `expects a row that no leg finds among its first ${DEPTH}`,
} as const;
