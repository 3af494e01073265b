import { frozenClock } from '../../../core/context.ts';
import { evaluate } from '../../../evals/run/evaluate.ts';
import type { RunEvent } from '../../../evals/run/events.ts';
import { planDocument } from '../../../evals/run/plan.ts';
import { prepareRun } from '../../../evals/run/prepare.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import { verdictDocument, verdictText } from '../../present/verdict.ts';
import type { Settings } from '../../settings.ts';
import { evaluationRequest } from './request.ts';

/** `eval run`: evaluates, and presents the verdict with the report behind it. */
export async function* runEvaluation(
  context: CommandContext,
  settings: Settings,
): AsyncGenerator<RunEvent, CommandResult, void> {
  const own = settings.text('clock') === 'frozen' ? { ...context, clock: frozenClock(0n) } : context;
  const request = evaluationRequest(own, settings, []);
  if (settings.on('plan')) {
    const plan = planDocument(await prepareRun(request, own));
    return { exit: 0, document: { own: plan }, text: `${JSON.stringify(plan, null, 2)}\n` };
  }
  const { verdict, report } = yield* evaluate(request, own);
  return {
    exit: verdict.exit,
    document: { own: verdictDocument(verdict, report) },
    text: verdictText(verdict, report, context.view),
  };
}
