import type { Context } from '../../core/context.ts';
import type { RunEvent } from './events.ts';
import { type EventRecorder, recordEvents } from './record-events.ts';
import type { EvaluationRequest } from './request.ts';
import type { Evaluation } from './run-evaluation.ts';

export type { Evaluation } from './run-evaluation.ts';

/**
 * One evaluation from case files to verdict, as a stream of events that ends in documents (evaluate.md 11). Throws
 * the refusal of the first check that fails, before anything is written; Interrupted (130) when the signal is
 * aborted, with the finished cases kept in the journal. Clauses assurance.evaluate.run-command, .run-verdict.
 */
export async function* evaluate(
  request: EvaluationRequest,
  context: Context,
): AsyncGenerator<RunEvent, Evaluation, void> {
  const recorder = recordEvents(context);
  const outcome = start(request, context, recorder);
  // The stream ends by itself when the work does; the outcome's own error is the one that is thrown.
  outcome.then(
    () => recorder.end(),
    () => recorder.end(),
  );
  try {
    yield* recorder.events();
  } catch (error) {
    // The run's own fault tells more than the events that it cost.
    await outcome;
    throw error;
  }
  return await outcome;
}

/** Says that the run has begun before the readers of every format load, which takes longer than all else here. */
async function start(
  request: EvaluationRequest,
  context: Context,
  recorder: EventRecorder,
): Promise<Evaluation> {
  recorder.emit({ t: 'run.started', goldens: request.goldens });
  // The listener gets a turn before modules are compiled.
  await new Promise(resolve => setImmediate(resolve));
  const { runEvaluation } = await import('./run-evaluation.ts');
  return runEvaluation(request, context, recorder);
}
