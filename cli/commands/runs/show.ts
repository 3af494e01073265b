import { rm, writeFile } from 'node:fs/promises';
import type { JsonObject } from '../../../core/json.ts';
import { type SymbolSet, safe } from '../../../core/safe-text.ts';
import { figurePair } from '../../../evals/gate/print.ts';
import { figureDigits } from '../../../evals/gate/verdict-lines.ts';
import { isPinned, pinPath } from '../../../evals/run/prune-runs.ts';
import { type RunSummary, readDocument, summariseRun } from '../../../evals/run/run-summary.ts';
import { resolveRun } from '../../../evals/run/run-words.ts';
import { humanBytes, humanInt } from '../../../tui/text/human.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import type { Settings } from '../../settings.ts';
import { shownCases, shownCasesText } from './show-cases.ts';
import { objects, text } from './stored-values.ts';

/** `runs show RUN`: verdict, reds and files of one run, its cases and what they lost with --cases; --pin and --unpin guard it. */
export async function showRun(context: CommandContext, settings: Settings): Promise<CommandResult> {
  const { root, cwd, view } = context;
  const run = await resolveRun(root, settings.word('RUN') ?? 'latest', cwd);
  if (settings.on('pin')) await writeFile(pinPath(run), '', { mode: 0o600 });
  if (settings.on('unpin')) await rm(pinPath(run), { force: true });
  const verdict = readDocument(run, 'verdict.json');
  const summary = await summariseRun(root, run);
  const reds = objects(verdict?.['reds']);
  const cases = settings.on('cases') ? shownCases(run) : undefined;
  const pinned = isPinned(run);
  return {
    exit: 0,
    document: {
      schema: 'contextful.runs.show/1',
      data: {
        run: { ...summary },
        pinned,
        directory: run.path,
        reds,
        ...(cases === undefined ? {} : { cases }),
      },
    },
    text: [
      headText(summary, pinned, run.path, view.symbols),
      reds.length === 0 ? '' : `\n${reds.map(red => redText(red, view.symbols)).join('')}`,
      cases === undefined ? '' : `\n${shownCasesText(cases, view.symbols)}`,
    ].join(''),
  };
}

function headText(run: RunSummary, pinned: boolean, directory: string, symbols: SymbolSet): string {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['run', `${run.id}${pinned ? ' (pinned)' : ''}`],
    ['verdict', run.exit === null ? run.verdict : `${run.verdict}, exit ${run.exit}`],
    ['tier', run.tier ?? undefined],
    ['k', run.k === null ? undefined : String(run.k)],
    ['cases', run.cases === null ? undefined : humanInt(run.cases)],
    ['unscored', run.unscored === null || run.unscored === 0 ? undefined : humanInt(run.unscored)],
    ['recall', run.recall === null ? undefined : `${run.recall.toFixed(3)} (hybrid)`],
    ['size', humanBytes(run.bytes)],
    ['files', directory],
  ];
  return rows
    .flatMap(([label, text]) => (text === undefined ? [] : [`${label.padEnd(10)}${safe(text, symbols)}\n`]))
    .join('');
}

function redText(red: JsonObject, symbols: SymbolSet): string {
  const [measured, bound] = [red['measured'], red['bound'] ?? red['baseline']];
  const digits = figureDigits(text(red['path']));
  const [shown, limit] =
    typeof measured === 'number' && typeof bound === 'number'
      ? figurePair(measured, bound, digits)
      : [measured, bound].map(figure => (typeof figure === 'number' ? figure.toFixed(digits) : undefined));
  const against = limit === undefined ? '' : `, against ${limit}`;
  const told = `${text(red['kind'])} ${text(red['path'])}: ${shown ?? 'not measured'}${against}`;
  return `red: ${safe(told, symbols)}\n`;
}
