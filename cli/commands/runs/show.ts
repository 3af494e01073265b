import { rm, writeFile } from 'node:fs/promises';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { type SymbolSet, safe } from '../../../core/safe-text.ts';
import { figurePair } from '../../../evals/gate/print.ts';
import { figureDigits } from '../../../evals/gate/verdict-lines.ts';
import { isPinned, pinPath } from '../../../evals/run/prune-runs.ts';
import { type RunSummary, readDocument, summariseRun } from '../../../evals/run/run-summary.ts';
import { resolveRun } from '../../../evals/run/run-words.ts';
import { humanBytes, humanInt } from '../../../tui/text/human.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import { tableText } from '../../present/table-text.ts';
import type { Settings } from '../../settings.ts';

/** `runs show RUN`: verdict, reds and files of one run, its cases with --cases; --pin and --unpin guard it. */
export async function showRun(context: CommandContext, settings: Settings): Promise<CommandResult> {
  const { root, cwd, view } = context;
  const run = await resolveRun(root, settings.word('RUN') ?? 'latest', cwd);
  if (settings.on('pin')) await writeFile(pinPath(run), '', { mode: 0o600 });
  if (settings.on('unpin')) await rm(pinPath(run), { force: true });
  const verdict = readDocument(run, 'verdict.json');
  const summary = await summariseRun(root, run);
  const reds = objects(verdict?.['reds']);
  const cases = settings.on('cases')
    ? objects(readDocument(run, 'report.json')?.['cases']).map(caseRow)
    : undefined;
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
      cases === undefined ? '' : `\n${casesText(cases, view.symbols)}`,
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

type CaseRow = {
  readonly id: string;
  readonly outcome: string;
  readonly line: number | null;
  readonly recall: number | null;
};

function caseRow(row: JsonObject): CaseRow {
  const metrics = isJsonObject(row['metrics']) ? row['metrics'] : {};
  const hybrid = isJsonObject(metrics['hybrid']) ? metrics['hybrid'] : {};
  const recall = hybrid['recall_at_k'];
  return {
    id: text(row['id']),
    outcome: text(row['outcome']),
    line: typeof row['line'] === 'number' ? row['line'] : null,
    recall: typeof recall === 'number' ? recall : null,
  };
}

function casesText(rows: readonly CaseRow[], symbols: SymbolSet): string {
  const missing = symbols === 'ascii' ? '-' : '–';
  return tableText(
    [
      { title: 'outcome' },
      { title: 'recall', align: 'right' },
      { title: 'line', align: 'right' },
      { title: 'case' },
    ],
    rows.map(row => [
      safe(row.outcome, symbols),
      row.recall === null ? missing : row.recall.toFixed(3),
      row.line === null ? missing : String(row.line),
      safe(row.id, symbols),
    ]),
  );
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
