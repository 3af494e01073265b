import { safe } from '../../../core/safe-text.ts';
import { parseInstant } from '../../../core/time.ts';
import type { RunSummary } from '../../../evals/run/run-summary.ts';
import { listRuns as readRuns } from '../../../evals/run/runs.ts';
import { refuse } from '../../../spec/refusals.ts';
import { humanAge, humanBytes, humanInt } from '../../../tui/text/human.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import { tableText } from '../../present/table-text.ts';
import type { Settings } from '../../settings.ts';

/** `runs list`: one page of the runs, newest first; `next` is the id to pass to --after. */
export async function listRuns(context: CommandContext, settings: Settings): Promise<CommandResult> {
  const all = await readRuns(context.root);
  const from = startBehind(all, settings.text('after'));
  const limit = settings.on('all') ? all.length : (settings.number('limit') ?? all.length);
  const page = all.slice(from, from + limit);
  const isCut = from + page.length < all.length;
  const next = isCut ? (page.at(-1)?.id ?? null) : null;
  return {
    exit: 0,
    document: {
      schema: 'contextful.runs.list/1',
      data: { runs: page.map(run => ({ ...run })), total: all.length, next },
    },
    text: page.length === 0 ? '' : listText(page, context),
    notes: [
      ...(all.length === 0 ? ['no runs yet; contextful eval run makes one'] : []),
      ...(next === null
        ? []
        : [`${page.length} of ${all.length} runs; more: contextful runs list --after ${next}`]),
    ],
  };
}

function startBehind(runs: readonly RunSummary[], after: string | undefined): number {
  if (after === undefined) return 0;
  const place = runs.findIndex(run => run.id === after);
  if (place >= 0) return place + 1;
  throw refuse('RunNotFound', {
    message: `no run is \`${after}\``,
    want: 'the whole id of a run',
    facts: { run: after },
  });
}

function listText(runs: readonly RunSummary[], { clock, view }: CommandContext): string {
  const missing = view.symbols === 'ascii' ? '-' : '–';
  const columns = [
    { title: 'verdict' },
    { title: 'run' },
    { title: 'age' },
    { title: 'cases', align: 'right' },
    { title: 'recall', align: 'right' },
    { title: 'size', align: 'right' },
    { title: 'worst' },
  ] as const;
  const rows = runs.map(run => {
    const started = run.started === null ? undefined : parseInstant(run.started);
    return [
      safe(run.verdict, view.symbols),
      safe(run.id, view.symbols),
      started === undefined ? missing : humanAge(started, clock.now()),
      run.cases === null ? missing : humanInt(run.cases),
      run.recall === null ? missing : run.recall.toFixed(3),
      humanBytes(run.bytes),
      run.worst === null ? missing : safe(run.worst, view.symbols),
    ];
  });
  return tableText(columns, rows);
}
