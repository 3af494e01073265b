import { resolve } from 'node:path';
import { parseBaseline } from '../../../evals/gate/baseline-file.ts';
import { readBaselineBytes } from '../../../evals/gate/read-baseline.ts';
import { showBaseline as describeBaseline, type ShownEntry } from '../../../evals/gate/show-baseline.ts';
import { refuse } from '../../../spec/refusals.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import { tableText } from '../../present/table-text.ts';
import type { Settings } from '../../settings.ts';
import { readStoredReport } from './stored-report.ts';

/** `eval baseline show`: entries and bands, with --report beside what a run measured and can resolve. */
export async function showBaseline(context: CommandContext, settings: Settings): Promise<CommandResult> {
  const { cwd, root, config } = context;
  const word = settings.word('FILE');
  const path = word === undefined ? configured(root, config.eval?.baseline) : resolve(cwd, word);
  const named = settings.text('report');
  const { bytes, file } = await readBaselineBytes(path, cwd);
  const report = named === undefined ? null : (await readStoredReport(named, context)).report;
  const shown = describeBaseline(parseBaseline(bytes, file), report);
  return {
    exit: 0,
    document: { schema: 'contextful.eval.baseline-show/1', data: { ...shown, entries: shown.entries } },
    text: entriesText(shown.entries, report !== null),
    notes: shown.warnings.map(warning => `warning: ${warning}`),
  };
}

function configured(root: string, baseline: string | undefined): string {
  if (baseline !== undefined) return resolve(root, baseline);
  throw refuse('UsageMissing', {
    message: '`contextful eval baseline show` needs a FILE',
    found: 'no FILE and no [eval] baseline in contextful.toml',
    want: 'a baseline file',
    hint: 'contextful eval baseline show evals/baselines/native.json',
    facts: { word: 'FILE' },
  });
}

function entriesText(entries: readonly ShownEntry[], hasReport: boolean): string {
  const columns = [
    { title: 'path' },
    { title: 'value', align: 'right' },
    { title: 'band', align: 'right' },
    ...(hasReport
      ? ([
          { title: 'now', align: 'right' },
          { title: 'n', align: 'right' },
          { title: '95 %', align: 'right' },
          { title: 'MDE', align: 'right' },
        ] as const)
      : []),
  ] as const;
  return tableText(
    columns,
    entries.map(entry => [
      entry.path,
      String(entry.value),
      entry.kind === 'count' ? '' : `${entry.band}${entry.ownBand ? '' : ' (default)'}`,
      ...(hasReport ? measured(entry) : []),
    ]),
  );
}

function measured({ current, n, interval, detectable }: ShownEntry): readonly string[] {
  const range =
    interval === null || interval.lo === null || interval.hi === null
      ? ''
      : `${interval.lo.toFixed(4)} to ${interval.hi.toFixed(4)}`;
  return [
    current === null ? '' : String(Number(current.toFixed(6))),
    n === null ? '' : String(n),
    range,
    detectable === null ? '' : detectable.toFixed(4),
  ];
}
