import { shellLine } from '../../core/shell-quote.ts';
import type { VerdictDocument } from './verdict.ts';

export type NextInput = {
  /** The run as `--report` names it: an id, or the file of its report. */
  readonly report: string;
  readonly isStoredRun: boolean;
  /** Only a part of the cases was run. */
  readonly partial: boolean;
  /** Where a baseline of this set lies or would lie. */
  readonly baselineFile: string;
  readonly baselineExists: boolean;
};

/** What one would type next, first things first. */
export function nextCommands(
  { ok, baseline, raised }: Pick<VerdictDocument, 'ok' | 'baseline' | 'raised'>,
  { report, isStoredRun, partial, baselineFile, baselineExists }: NextInput,
): readonly string[] {
  const lines: (readonly string[])[] = [];
  if (isStoredRun) lines.push(['runs', 'show', report, ...(ok ? [] : ['--cases'])]);
  const gate = ['eval', 'gate', '--report', report, '--baseline', baseline?.file ?? baselineFile];
  const isImproved = baseline?.comparisons.some(({ outcome }) => outcome === 'improved') === true;
  if (ok && !partial && baseline === null) {
    lines.push(
      baselineExists ? gate : ['eval', 'baseline', 'init', '--report', report, '--out', baselineFile],
    );
  }
  if (ok && !partial && isImproved && raised.length === 0) lines.push([...gate, '--update-baseline']);
  return lines.map(words => shellLine(['contextful', ...words]));
}

/** `evals/cases/native.jsonl` → `evals/baselines/native.json`, as a file of the working directory. */
export function baselineFileOf(caseFile: string | undefined): string {
  const stem = (caseFile ?? '').replace(/^.*\//, '').replace(/\.jsonl$/, '');
  return `evals/baselines/${stem === '' ? 'baseline' : stem}.json`;
}
