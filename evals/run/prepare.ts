import { constants } from 'node:fs';
import { access, lstat, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusal.ts';
import { readRegular } from '../../core/regular-file.ts';
import { shownPath } from '../../core/shown-path.ts';
import type { Nanoseconds } from '../../core/time.ts';
import { refuse } from '../../spec/refusals.ts';
import { loadCases } from '../case/load.ts';
import {
  type BoundedRead,
  type CorpusRoots,
  type DigestMemory,
  loadDigestMemory,
  requireLabels,
  requireTimeColumns,
} from '../corpus/index.ts';
import { type BaselineFile, parseBaseline } from '../gate/baseline-file.ts';
import { type CanOnlyBeRed, checkPlannedBaseline } from '../gate/planned-baseline.ts';
import { planCounts } from '../gate/planned-counts.ts';
import { checkPlannedFloors, floorsOfSet, floorsReached, readProjectFloors } from '../gate/project-floors.ts';
import { readBaselineBytes } from '../gate/read-baseline.ts';
import { compareStamps, stampMismatch } from '../gate/stamp.ts';
import { admitCredential, type Predicate, parsePredicate, type Session } from '../policy/index.ts';
import type { Surface } from '../score/case-figures.ts';
import type { CaseTruth } from '../score/read.ts';
import type { RunStamp } from '../score/run-stamp.ts';
import { LEGS } from '../store/port.ts';
import { type CorpusOfRun, openCorpora } from './corpora.ts';
import { requireOutputsApart } from './outputs-apart.ts';
import type { PlanParts } from './plan.ts';
import type { EvaluationRequest } from './request.ts';
import { digestMemoryPath } from './run-directory.ts';
import { type SelectedCases, selectCases } from './select-cases.ts';
import { runStamp } from './stamp.ts';
import { truthOf } from './truth.ts';

/** Everything that is known before anything is written, landed or sent. */
export type PreparedRun = PlanParts & {
  readonly canOnlyBeRed: readonly CanOnlyBeRed[];
  readonly session: Session;
  readonly digestMemory: DigestMemory;
  /** Before the first file was read. */
  readonly startedNs: Nanoseconds;
  readonly defaultRows: Predicate | null;
};

/**
 * The checks before the suite, in the order of evaluate.md 11.1 and scoring.md 9: the first step that fails
 * decides. Nothing is written, landed or sent.
 */
export async function prepareRun(request: EvaluationRequest, context: Context): Promise<PreparedRun> {
  const startedNs = context.clock.now();
  const set = await loadCases({ cwd: context.cwd, files: request.goldens });
  const selected = await selectCases(set, request);
  const surface = surfaceOf(request);
  const baseline = await readBaseline(request, context.cwd);

  const digestMemory = await loadDigestMemory(digestMemoryPath(request.root));
  const corpora = await openCorpora(selected.cases, context.cwd, rootsOf(request, context), digestMemory);
  await requireOutputsApart({ request, set, corpora }, context.cwd);
  const admission = await settle(admit(request, context));
  const identity = 'value' in admission ? admission.value : { zone: request.zone, agent: request.agent };
  const stamp = runStamp(request, selected, corpora, identity);
  if (baseline !== null) requireSameStamp(baseline, stamp, selected);
  const planned = planCounts(truths(selected), surface);
  const canOnlyBeRed = baseline === null ? [] : checkPlannedBaseline(baseline, planned);
  const ofSet = floorsOfSet(
    readProjectFloors(request.floors),
    set.files.map(({ path }) => path),
  );
  const floors = selected.partial ? floorsReached(ofSet, planned) : ofSet;
  checkPlannedFloors(floors, planned);
  if (request.updateBaseline && request.baseline !== null)
    await requireWritable(request.baseline, context.cwd);

  const defaultRows = request.defaultRows === null ? null : defaultPredicate(request.defaultRows);
  for (const { corpus, cases } of corpora) {
    const [first] = cases;
    requireLabels(corpus, request.zone, { file: first.file, line: first.line });
    requireTimeColumns(corpus, boundedReads(cases));
  }
  if ('error' in admission) throw admission.error;
  const session = admission.value;
  return {
    request,
    set,
    selected,
    corpora,
    surface,
    baseline,
    identity: { zone: session.zone, agent: session.agent },
    stamp,
    planned,
    canOnlyBeRed,
    floors,
    session,
    digestMemory,
    startedNs,
    defaultRows,
  };
}

/** One after the other: they are as large as the cases. */
function* truths({ cases }: SelectedCases): Generator<CaseTruth> {
  for (const loaded of cases) yield truthOf(loaded.case);
}

function surfaceOf({ k, edgeSurface }: EvaluationRequest): Surface {
  return { k, legs: LEGS, edgeLegs: edgeSurface === null ? [] : LEGS };
}

function rootsOf({ root, corpusRoots }: EvaluationRequest, { cwd }: Context): CorpusRoots {
  return { project: root, corpusRoots: corpusRoots.map(folder => resolve(root, folder)), shownFrom: cwd };
}

async function readBaseline({ baseline }: EvaluationRequest, cwd: string): Promise<BaselineFile | null> {
  if (baseline === null) return null;
  const { bytes, file } = await readBaselineBytes(baseline, cwd);
  return parseBaseline(bytes, file);
}

function requireSameStamp(baseline: BaselineFile, stamp: RunStamp, { partial }: SelectedCases): void {
  const differences = compareStamps(baseline.stamp, stamp);
  if (differences.length === 0) return;
  const place = { file: baseline.file, line: baseline.stampLine };
  throw stampMismatch(place, baseline.stamp, stamp, differences, { partial });
}

/** A raise replaces a regular file that we may write, in a folder that we may write. */
async function requireWritable(baseline: string, cwd: string): Promise<void> {
  const shown = shownPath(resolve(cwd, baseline), cwd);
  try {
    const target = await realpath(resolve(cwd, baseline));
    if (!(await lstat(target)).isFile()) throw new TypeError('no regular file');
    await access(target, constants.W_OK);
    await access(dirname(target), constants.W_OK);
  } catch (error) {
    throw refuse('UsageBadValue', {
      message: `--update-baseline cannot write ${shown}`,
      place: { file: shown },
      found: error instanceof Error ? error.message : 'an error',
      want: 'a regular file that may be written, in a folder that may be written',
      cause: error,
    });
  }
}

async function admit(request: EvaluationRequest, { clock, cwd }: Context): Promise<Session> {
  const { token, publicKeyFile, audience } = request.credential;
  const publicKey =
    publicKeyFile === null || token === null
      ? null
      : await readRegular(resolve(cwd, publicKeyFile)).then(String, () => null);
  const { zone, agent } = request;
  return admitCredential({ token, publicKey, audience, zone, agent, clock });
}

type Settled<Value> = { readonly value: Value } | { readonly error: Refusal };

/** A refused credential is reported in its turn, after what stands before it in the list of checks. */
async function settle<Value>(promise: Promise<Value>): Promise<Settled<Value>> {
  try {
    return { value: await promise };
  } catch (error) {
    if (error instanceof Refusal) return { error };
    throw error;
  }
}

function defaultPredicate(text: string): Predicate {
  return parsePredicate(text, { table: '[eval.policy] default_rows', columns: null });
}

function boundedReads(cases: CorpusOfRun['cases']): readonly BoundedRead[] {
  return cases.flatMap(({ case: { bounds, prefix }, file, line }) =>
    bounds === undefined
      ? []
      : [
          {
            prefix,
            availableAsOf: bounds.available_as_of !== undefined,
            validAsOf: bounds.valid_as_of !== undefined,
            place: { file, line },
          },
        ],
  );
}
