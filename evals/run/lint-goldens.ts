import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../core/atomic-file.ts';
import type { Context } from '../../core/context.ts';
import { rowIdentity } from '../case/reference.ts';
import type { LoadedCase } from '../case/types.ts';
import { createStubEmbedder } from '../retrieve/stub-embedder.ts';
import { LEGS, type Reader, type Store } from '../store/port.ts';
import type { CorpusOfRun } from './corpora.ts';
import type { RunEvent, RunEventBody } from './events.ts';
import { GOLDEN_FAULT_TEXTS, type GoldenFault } from './golden-watch.ts';
import { landCorpus } from './land-corpus.ts';
import { nearDuplicates } from './near-duplicates.ts';
import type { PreparedRun } from './prepare.ts';
import { boundsOf, rankedCall } from './ranked-calls.ts';
import { recordEvents } from './record-events.ts';
import { landingStamp, storeConfig } from './run-corpora.ts';
import { rowOf } from './truth.ts';

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

const DEPTH = 1000;

/**
 * Reads and lands every corpus of a planned run and looks whether its truth can be found (evaluate.md 21.3). Nothing
 * stays behind. Findings come in case order. Rejects with GoldenRowUnknown under `--strict-goldens`, and with
 * whatever landing rejects with.
 */
export async function* lintGoldens(
  prepared: PreparedRun,
  context: Context,
): AsyncGenerator<RunEvent, readonly GoldenFinding[], void> {
  const recorder = recordEvents(context.clock);
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
  { signal }: Context,
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
    signal,
  });
  try {
    const found: Found[] = goldenFaults.map(({ case: loaded, kind, reference }) => ({
      case: loaded,
      kind,
      message: `${GOLDEN_FAULT_TEXTS[kind]}: ${reference}`,
    }));
    const unknown = new Set(goldenFaults.filter(({ kind }) => kind === 'unknown_rows').map(faultKey));
    for (const loaded of cases) {
      signal.throwIfAborted();
      const known = truthOfCase(loaded).filter(row => !unknown.has(truthKey(loaded, row)));
      found.push(...(await lookForTruth(prepared, store, loaded, known, embed)));
    }
    return found;
  } finally {
    await store.close();
  }
}

type Truth = readonly [table: string, key: string];

function truthOfCase({ case: { expected } }: LoadedCase): readonly Truth[] {
  return expected.artifacts.map(rowOf).map(({ table, key }) => [table, key]);
}

function faultKey({ case: loaded, reference }: GoldenFault): string {
  return `${loaded.ordinal} ${reference}`;
}

function truthKey({ ordinal }: LoadedCase, [table, key]: Truth): string {
  return `${ordinal} ${table}#${key}`;
}

/** Truth that is there, but hidden from the session, or out of reach of every leg. */
async function lookForTruth(
  { session, request }: PreparedRun,
  store: Store,
  loaded: LoadedCase,
  known: readonly Truth[],
  embed: (text: string) => Float32Array,
): Promise<readonly Found[]> {
  if (known.length === 0) return [];
  const reader = store.admitBounded(session, boundsOf(loaded.case));
  const rows = await reader.rows(known);
  const reached = await reachedRows(reader, loaded, {
    k: DEPTH,
    landedAt: request.landedAt,
    hasEdgeSurface: request.edgeSurface !== null,
    embed,
  });
  return known.flatMap(([table, key], i): Found[] => {
    const reference = `${table}#${key}`;
    if (rows[i] === null) {
      return [
        {
          case: loaded,
          kind: 'invisible',
          message: `expects a row that its session does not see: ${reference}`,
        },
      ];
    }
    if (reached.has(rowIdentity([table, key]))) return [];
    const message = `expects a row that no leg finds among its first ${DEPTH}: ${reference}`;
    return [{ case: loaded, kind: 'unreached', message }];
  });
}

async function reachedRows(
  reader: Reader,
  loaded: LoadedCase,
  settings: Parameters<typeof rankedCall>[3],
): Promise<ReadonlySet<string>> {
  const reached = new Set<string>();
  const calls = LEGS.map(leg => rankedCall(loaded.case, leg, 'retrieval', settings));
  for await (const { rows } of reader.ranked(calls)) {
    for (const { _table, _key } of rows) reached.add(rowIdentity([_table, _key]));
  }
  return reached;
}
