import { frozenClock } from '../../../core/context.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Conclusion } from '../../../evals/run/conclude-run.ts';
import { evaluate } from '../../../evals/run/evaluate.ts';
import type { RunEvent } from '../../../evals/run/events.ts';
import { filesWritten, requireApart } from '../../../evals/run/outputs-apart.ts';
import type { PreparedRun } from '../../../evals/run/prepare.ts';
import type { EvaluationRequest } from '../../../evals/run/request.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import { verdictJson } from '../../present/verdict-json.ts';
import type { Settings } from '../../settings.ts';
import { configurationRead, requireFolders } from './output-folders.ts';
import { formatted, type Outputs, readOutputs } from './outputs.ts';
import { evaluationRequest } from './request.ts';
import { requireStoreMemory } from './store-memory.ts';

/** `eval run`: evaluates, and presents the verdict with the report behind it. */
export async function* runEvaluation(
  context: CommandContext,
  settings: Settings,
): AsyncGenerator<RunEvent, CommandResult, void> {
  const own = settings.text('clock') === 'frozen' ? { ...context, clock: frozenClock(0n) } : context;
  const outputs = await readOutputs(settings, context);
  await requireFolders(settings, context);
  requireStoreMemory(context);
  const request = evaluationRequest(own, settings, outputs.files);
  await requireApart({ read: configurationRead(context), written: filesWritten(request) }, context.cwd);
  const grid = settings.text('grid');
  if (grid !== undefined) return yield* gridResult(grid, request, own);
  if (settings.on('plan')) return yield* planned(request, own, settings);
  return judgedResult(yield* evaluate(request, own), outputs, context);
}

/** `--plan`: what would be done; with `--deep` the rows are read and the goldens looked at as well. */
async function* planned(
  request: EvaluationRequest,
  context: CommandContext,
  settings: Settings,
): AsyncGenerator<RunEvent, CommandResult, void> {
  const { prepareRun } = await import('../../../evals/run/prepare.ts');
  const { planDocument } = await import('../../../evals/run/plan.ts');
  const { planText } = await import('../../present/plan-text.ts');
  const { findingsText } = await import('../../present/findings-text.ts');
  const { lintGoldens } = await import('../../../evals/run/lint-goldens.ts');
  const prepared = await prepareRun(request, context);
  const plan = planDocument(prepared);
  const findings = settings.on('deep') ? yield* lintGoldens(prepared, context) : undefined;
  const forecast = await forecastOf(prepared, settings.number('target'), context);
  return {
    exit: 0,
    document: {
      own: { ...plan, ...forecast.member, ...(findings === undefined ? {} : { findings }) },
    },
    text: [
      planText(plan, context.view),
      forecast.text,
      findings === undefined ? '' : findingsText(findings, context.view),
    ].join(''),
  };
}

/** `--target`: alone it looks at earlier runs, so that the bytes of a plan hang on nothing but its inputs. */
async function forecastOf(
  prepared: PreparedRun,
  targetMs: number | undefined,
  { view }: CommandContext,
): Promise<{ readonly member: JsonObject; readonly text: string }> {
  if (targetMs === undefined) return { member: {}, text: '' };
  const { forecastJson, forecastRun } = await import('../../../evals/run/forecast.ts');
  const { forecastText } = await import('../../present/forecast-text.ts');
  const forecast = await forecastRun(prepared, targetMs);
  return { member: { forecast: forecastJson(forecast) }, text: forecastText(forecast, view) };
}

/** `--grid`: scores in place of a verdict. What the project compares a run with has no say in it. */
async function* gridResult(
  text: string,
  request: EvaluationRequest,
  context: CommandContext,
): AsyncGenerator<RunEvent, CommandResult, void> {
  const { gridCombinations } = await import('../../../evals/prove/grid-axes.ts');
  const { prepareRun } = await import('../../../evals/run/prepare.ts');
  const { runGrid } = await import('../../../evals/prove/run-grid.ts');
  const { gridJson } = await import('../../../evals/prove/grid-document.ts');
  const { gridText } = await import('../../present/grid-text.ts');
  const combinations = gridCombinations(text, request.ranking);
  const prepared = await prepareRun({ ...request, baseline: null, floors: [] }, context);
  const grid = yield* runGrid(prepared, combinations, context);
  return { exit: 0, document: { own: gridJson(grid) }, text: gridText(grid, context.view) };
}

/** How a judged report is shown; a fault of the baseline stands on stderr beside it. */
export function judgedResult(
  conclusion: Conclusion,
  { stdout }: Outputs,
  { view }: CommandContext,
): CommandResult {
  const { verdict, refusal } = conclusion;
  return {
    exit: verdict.exit,
    document: { own: verdictJson(conclusion) },
    text: formatted(stdout, conclusion, view),
    ...(refusal === null ? {} : { refusal }),
  };
}
