import { safe } from '../../core/safe-text.ts';
import type { VerdictDocument } from '../../evals/gate/verdict.ts';
import { comparisonLine, headLines } from '../../evals/gate/verdict-lines.ts';
import type { Conclusion } from '../../evals/run/conclude-run.ts';
import { humanInt } from '../../tui/text/human.ts';
import type { View } from '../command.ts';
import { flow } from './flow.ts';
import { paint, type Tone } from './paint.ts';

/** What was measured, on one line. */
export function stampText(
  { report, files }: Conclusion,
  { columns, symbols, colour }: View,
): readonly string[] {
  const { k, tier, model, case_set: set } = report.run;
  const pieces = [
    ...fileNames(files.names),
    `${humanInt(report.n_cases)} ${report.n_cases === 1 ? 'case' : 'cases'}`,
    `k ${k}`,
    tier,
    ...(model === null ? [] : [`model ${model}`]),
    `case set ${set.slice('sha256:'.length, 'sha256:'.length + 8)}`,
    ...(report.partial === true ? ['a part of the set'] : []),
  ];
  const lines = flow(
    pieces.map(piece => safe(piece, symbols)),
    '  ',
    columns,
  );
  return lines.map(line => paint(line, 'head', colour));
}

function fileNames(files: readonly string[]): readonly string[] {
  const [first, ...others] = files.map(file => file.replace(/^.*\//, ''));
  if (first === undefined) return [];
  return [others.length < 2 ? [first, ...others].join(', ') : `${first} and ${others.length} more files`];
}

const TONES: Readonly<Record<VerdictDocument['outcome'], Tone>> = {
  green: 'good',
  red: 'bad',
  unmeasured: 'warn',
  not_comparable: 'warn',
  interrupted: 'warn',
};

/** Both verdicts, every comparison that moved, and what it comes to. */
export function verdictHead({ verdict }: Conclusion, { colour, symbols }: View): readonly string[] {
  const moved = verdict.baseline?.comparisons.filter(({ outcome }) => outcome !== 'stable') ?? [];
  const stable = (verdict.baseline?.comparisons.length ?? 0) - moved.length;
  return [
    ...headLines(verdict).map(line =>
      paint(
        safe(line, symbols),
        line.includes(': red') ? 'bad' : line.includes(': held') ? 'good' : 'dim',
        colour,
      ),
    ),
    ...moved.map(comparison => safe(comparisonLine(comparison), symbols)),
    ...(stable === 0 ? [] : [`stable: ${humanInt(stable)} ${stable === 1 ? 'figure' : 'figures'}`]),
    ...verdict.raised.map(({ path, from, to }) => safe(`raised ${path}: ${from} -> ${to}`, symbols)),
    paint(outcomeText(verdict), TONES[verdict.outcome], colour),
  ];
}

function outcomeText({ outcome, exit, limit, refusal }: VerdictDocument): string {
  const said = `verdict: ${outcome.replace('_', ' ')}${exit === 0 ? '' : `, exit ${exit}`}`;
  if (outcome !== 'unmeasured') return said;
  if (refusal !== undefined) return `${said}: a baseline entry has no figure`;
  return `${said}: ${humanInt(limit.missing)} of ${humanInt(limit.sampled)} cases have no figure, ${limit.max * 100}% may`;
}
