import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusal.ts';
import { diskFault, interrupted } from './broken-off.ts';
import { type CaseJournal, openCaseJournal } from './case-journal.ts';
import { type Conclusion, concludeRun } from './conclude-run.ts';
import type { RunEventBody } from './events.ts';
import { indexRun } from './index-run.ts';
import { planDigest } from './plan.ts';
import { type PreparedRun, prepareRun } from './prepare.ts';
import type { EventRecorder } from './record-events.ts';
import type { EvaluationRequest } from './request.ts';
import { checkpointHeader, type FoundCheckpoint, findCheckpoint, foundAgain } from './resume.ts';
import { runCorpora } from './run-corpora.ts';
import { createRunDirectory, pointLatest, type RunDirectory } from './run-directory.ts';
import { lockCheckpoint, lockRun } from './run-locks.ts';
import { warnEarly } from './warn-early.ts';
import { writeInputs } from './write-inputs.ts';

export type Evaluation = Conclusion & { readonly directory: RunDirectory };

/** The work behind `evaluate`: checks, landing, cases, report, verdict. Events go to the recorder. */
export async function runEvaluation(
  request: EvaluationRequest,
  context: Context,
  recorder: EventRecorder,
): Promise<Evaluation> {
  const { emit } = recorder;
  const prepared = await prepareRun(request, context);
  warnEarly(prepared, emit);
  let directory: RunDirectory | null = null;
  try {
    const lock = await lockCheckpoint(request, context.cwd, emit);
    try {
      const checkpoint = await findCheckpoint(prepared, context.cwd);
      directory = await openDirectory(prepared, checkpoint, context, emit);
      const evaluation = await runIn(directory, prepared, checkpoint, context, recorder);
      await indexRun(request.root, directory, prepared.selected.cases.length);
      return evaluation;
    } finally {
      await lock?.release();
    }
  } catch (error) {
    throw diskFault(error, prepared, directory, context);
  }
}

async function openDirectory(
  prepared: PreparedRun,
  checkpoint: FoundCheckpoint,
  { clock }: Context,
  emit: (event: RunEventBody) => void,
): Promise<RunDirectory> {
  const { request, selected, corpora } = prepared;
  const plan = planDigest(prepared);
  emit({ t: 'run.planned', plan, cases: selected.cases.length, corpora: corpora.length });
  return checkpoint.directory ?? (await createRunDirectory(request.root, clock.now(), plan));
}

async function runIn(
  directory: RunDirectory,
  prepared: PreparedRun,
  checkpoint: FoundCheckpoint,
  context: Context,
  recorder: EventRecorder,
): Promise<Evaluation> {
  const { request } = prepared;
  const { emit } = recorder;
  const lock = await lockRun(request, directory.id, emit);
  try {
    await recorder.openFile(directory.file('events.jsonl'));
    emit({ t: 'run.opened', run: directory.id, directory: directory.path });
    await writeInputs(directory, prepared);
    await pointLatest(request.root, directory.id);
    return await measure(prepared, await foundAgain(checkpoint), directory, context, emit);
  } catch (error) {
    emit({ t: 'run.end', exit: error instanceof Refusal ? error.exit : 3 });
    throw error;
  } finally {
    await recorder.end();
    await lock.release();
  }
}

async function measure(
  prepared: PreparedRun,
  checkpoint: FoundCheckpoint,
  directory: RunDirectory,
  context: Context,
  emit: (event: RunEventBody) => void,
): Promise<Evaluation> {
  const path = checkpoint.path ?? directory.file('checkpoint.jsonl');
  const journal = await openCaseJournal(path, checkpoint.content, checkpointHeader(prepared), {
    fsync: prepared.request.fsync,
    elapsedMs: context.clock.elapsedMs,
  });
  try {
    announceHeld(prepared, journal, emit);
    const store = await runCorpora(prepared, journal, directory, context, emit);
    if (isUnfinished(prepared, journal)) throw interrupted(prepared, directory, emit);
    const conclusion = await concludeRun(prepared, journal, directory, store, context, emit);
    emit({ t: 'run.end', exit: conclusion.verdict.exit });
    return { directory, ...conclusion };
  } catch (error) {
    // Landing stops where it stands; between batches the loop ends by itself.
    throw error === context.signal.reason ? interrupted(prepared, directory, emit) : error;
  } finally {
    await journal.close();
  }
}

function announceHeld(
  { selected }: PreparedRun,
  journal: CaseJournal,
  emit: (event: RunEventBody) => void,
): void {
  const held = selected.cases.filter(({ ordinal }) => journal.held.has(ordinal));
  if (held.length === 0) return;
  emit({ t: 'run.resumed', finished: held.length, of: selected.cases.length, journal: journal.path });
  for (const { case: evalCase, ordinal } of held) emit({ t: 'case.held', case: evalCase.id, ordinal });
}

function isUnfinished({ selected }: PreparedRun, { held }: CaseJournal): boolean {
  return selected.cases.some(({ ordinal }) => !held.has(ordinal));
}
