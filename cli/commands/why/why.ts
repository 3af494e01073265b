import { safe } from '../../../core/safe-text.ts';
import { findCompared } from '../../../evals/explain/compared.ts';
import type { ExplainedFigure } from '../../../evals/explain/explain-figure.ts';
import { explainStored } from '../../../evals/explain/explain-stored.ts';
import { openRecord, readRun } from '../../../evals/explain/run-record.ts';
import { resolveRun } from '../../../evals/run/run-words.ts';
import { formatLink, linkCommand } from '../../../tui/links.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import type { Settings } from '../../settings.ts';

/** Fits a chat message (tui-cli.md 21.3). */
const MOST_LINES = 15;
const CASES = 3;

/** `why [RUN]`: the headline of each red figure with its worst cases; the exit code is the run's. */
export async function why(context: CommandContext, settings: Settings): Promise<CommandResult> {
  const { root, cwd, view } = context;
  const run = await openRecord(await resolveRun(root, settings.word('RUN') ?? 'latest', cwd));
  const { id } = run;
  const against = await findCompared(run, undefined, { root, read: other => readRun(root, other) });
  const red = explainStored(run, against)
    .filter(one => one.red)
    .map(one => one.figure());
  const outcome = run.reader.verdict?.outcome ?? 'interrupted';
  const last = `next: ${linkCommand(formatLink('run/:run/explain', { run: id }))}`;
  const body = red.flatMap(figureLines);
  const room = MOST_LINES - 2;
  const shown =
    body.length > room ? [...body.slice(0, room - 1), `and ${red.length} red figures in all`] : body;
  const refusal = run.reader.verdict?.refusal;
  const told = red.length === 0 && refusal !== undefined ? [`${refusal.code}: ${refusal.message}`] : shown;
  return {
    exit: run.reader.verdict?.exit ?? 130,
    document: {
      schema: 'contextful.why/1',
      data: { run: id, outcome, red: red.map(redOf), next: last.slice('next: '.length) },
    },
    text: [`${id}: ${outcome}`, ...told, last].map(line => `${safe(line, view.symbols)}\n`).join(''),
  };
}

function figureLines(figure: ExplainedFigure): readonly string[] {
  return [
    figure.headline,
    ...figure.cases
      .slice(0, CASES)
      .map(
        ({ id, contribution, blame }) =>
          `  ${id}  ${contribution.toFixed(4)}${blame === null ? '' : `  ${blame}`}`,
      ),
  ];
}

type Told = {
  readonly path: string;
  readonly headline: string;
  readonly cases: { id: string; contribution: number; blame: string | null }[];
};

function redOf(figure: ExplainedFigure): Told {
  return {
    path: figure.path,
    headline: figure.headline,
    cases: figure.cases.slice(0, CASES).map(({ id, contribution, blame }) => ({ id, contribution, blame })),
  };
}
