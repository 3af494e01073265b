import { safe } from '../../core/safe-text.ts';
import type { Conclusion } from '../../evals/run/conclude-run.ts';
import type { View } from '../command.ts';
import { abstentionText, casesText } from './cases-text.ts';
import { checksText } from './checks-text.ts';
import { factsText } from './facts-text.ts';
import { figuresTable } from './figures-table.ts';
import { flow, flowCommand } from './flow.ts';
import { paint } from './paint.ts';
import { redsText } from './reds-text.ts';
import { slicesText } from './slices-text.ts';
import { stampText, verdictHead } from './verdict-head.ts';

/**
 * A judged report for people (scoring.md 18 `text`): what was measured, the reds with the cases behind them, both
 * verdicts, figures, slices, cases and what to type next. Fits `view.columns` from 60 on, but for the verdict lines
 * and for paths, which are never cut.
 */
export function verdictText(conclusion: Conclusion, view: View): string {
  const { verdict, report } = conclusion;
  const blocks: readonly (readonly string[])[] = [
    stampText(conclusion, view),
    redsText(conclusion, view),
    verdictHead(conclusion, view),
    figuresTable(conclusion, 'retrieval', view),
    figuresTable(conclusion, 'edge_retrieval', view),
    abstentionText(report),
    slicesText(conclusion, view),
    [...casesText(conclusion, view), ...factsText(report, view)],
    checksText(verdict.checks, view),
    verdict.warnings.flatMap(warning => warningLines(warning, view)),
    nextLines(verdict.next, view),
  ];
  const texts = blocks.filter(lines => lines.length > 0).map(lines => `${lines.join('\n')}\n`);
  return texts.join('\n');
}

function warningLines(warning: string, { columns, colour, symbols }: View): readonly string[] {
  const [first = '', ...rest] = flow(safe(`warning: ${warning}`, symbols).split(' '), ' ', columns - 2);
  return [first, ...rest.map(line => `  ${line}`)].map(line => paint(line, 'warn', colour));
}

function nextLines(commands: readonly string[], { columns, colour, symbols }: View): readonly string[] {
  if (commands.length === 0) return [];
  return [
    paint('next', 'head', colour),
    ...commands.flatMap(command => flowCommand(safe(command, symbols), columns - 2).map(line => `  ${line}`)),
  ];
}
