import { join } from 'node:path';
import { safe } from '../../../core/safe-text.ts';
import { executePrune, type PrunePlan, planPrune } from '../../../evals/run/prune-runs.ts';
import { refuse } from '../../../spec/refusals.ts';
import { humanBytes } from '../../../tui/text/human.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import { tableText } from '../../present/table-text.ts';
import type { Settings } from '../../settings.ts';

/** `runs prune`: plans with the bytes of each run, asks, then removes by way of the trash. */
export async function pruneRuns(context: CommandContext, settings: Settings): Promise<CommandResult> {
  const rule = {
    keep: settings.number('keep'),
    olderThanMs: settings.number('older-than'),
    interrupted: settings.on('interrupted'),
  };
  if (rule.keep === undefined && rule.olderThanMs === undefined) {
    throw refuse('UsageMissing', {
      message: '`contextful runs prune` needs `--keep` or `--older-than`',
      want: 'how many runs to keep, or how old the others must be',
      hint: 'for example contextful runs prune --keep 20 --plan',
    });
  }
  const baselines = join(context.root, context.config.eval?.dir ?? 'evals', 'baselines');
  const plan = await planPrune(context.root, rule, context.clock.now(), baselines);
  const isDone = !settings.on('plan') && plan.remove.length > 0 && (await isConfirmed(plan, context));
  const removed = isDone ? await executePrune(context.root, plan, context.signal, context.pid) : [];
  return {
    exit: context.signal.aborted ? 130 : 0,
    document: {
      schema: 'contextful.runs.prune/1',
      data: { remove: [...plan.remove], spared: [...plan.spared], bytes: plan.bytes, removed },
    },
    text: planText(plan, context),
    notes: [outcome(plan, removed.length, settings.on('plan'))],
  };
}

function isConfirmed(plan: PrunePlan, context: CommandContext): Promise<boolean> {
  const lost = plan.remove.filter(run => run.state === 'interrupted').length;
  const resumable = lost === 0 ? '' : ` (${lost} that can be resumed)`;
  const question = `delete ${runsText(plan.remove.length)}${resumable}, ${humanBytes(plan.bytes)}?`;
  return context.confirm(
    question,
    plan.remove.map(({ id, state }) => (isPlain(state) ? id : `${id} (${state})`)).join(', '),
  );
}

function planText({ remove, spared }: PrunePlan, { view }: CommandContext): string {
  if (remove.length + spared.length === 0) return '';
  return tableText(
    [{ title: 'action' }, { title: 'run' }, { title: 'size', align: 'right' }, { title: 'why' }],
    [
      ...remove.map(run => [
        'delete',
        safe(run.id, view.symbols),
        humanBytes(run.bytes),
        isPlain(run.state) ? '' : run.state,
      ]),
      ...spared.map(run => ['keep', safe(run.id, view.symbols), '', run.why]),
    ],
  );
}

/** Of a finished run nothing need be said. */
function isPlain(state: string): boolean {
  return state === 'finished';
}

function outcome(plan: PrunePlan, removed: number, isPlan: boolean): string {
  if (plan.remove.length === 0) return 'nothing to delete';
  if (isPlan) return `would delete ${runsText(plan.remove.length)}, ${humanBytes(plan.bytes)}`;
  return removed === 0 ? 'nothing deleted' : `deleted ${removed} of ${runsText(plan.remove.length)}`;
}

function runsText(count: number): string {
  return count === 1 ? '1 run' : `${count} runs`;
}
