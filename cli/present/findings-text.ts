import { safe } from '../../core/safe-text.ts';
import type { GoldenFinding } from '../../evals/run/lint-goldens.ts';
import { humanInt } from '../../tui/text/human.ts';
import type { View } from '../command.ts';
import { flow } from './flow.ts';
import { paint } from './paint.ts';

/** What `--plan --deep` found in the case files: where, which case, and below it what is to be looked at. */
export function findingsText(findings: readonly GoldenFinding[], view: View): string {
  const { colour, columns, symbols } = view;
  const head = paint('findings', 'head', colour);
  const lines = findings.flatMap(({ file, line, case: id, message }) => [
    ...flow(
      [`${file}:${line}`, id].map(piece => safe(piece, symbols)),
      '  ',
      columns - 2,
    ).map(text => `  ${text}`),
    ...flow(safe(message, symbols).split(' '), ' ', columns - 4).map(text => `    ${text}`),
  ]);
  const count = findings.length === 0 ? 'none' : humanInt(findings.length);
  return `\n${[`${head}  ${count}`, ...lines].join('\n')}\n`;
}
