import { compareCodePoints } from '../../core/code-points.ts';
import { type RefusalRecord, refusalAreas } from '../../spec/refusals.ts';
import { code, markdownTable, plain } from './markdown.ts';

const INTRODUCTION = `# Refusals

Every named error of contextful, by area. A refusal is printed as its code and message, then the place, what
was found and wanted, the next step and the clause; with \`--json\` the same stands in one document.

Exit codes: 1 a red verdict or a finding, 2 usage or configuration, 3 could not be measured, 4 not comparable,
130 interrupted. A command may raise a code with another exit where its page says so; codes marked as note or
warning end a command only when they are made errors.
`;

/** The text of docs/refusals.md. */
export function refusalsPage(): string {
  return [INTRODUCTION, ...refusalAreas.map(({ title, codes }) => section(title, codes))].join('\n');
}

function section(title: string, codes: Readonly<Record<string, RefusalRecord>>): string {
  const rows = Object.entries(codes)
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([name, { exit, clause, when, next }]) => [
      code(name),
      String(exit),
      plain(when),
      plain(next),
      code(clause),
    ]);
  return `## ${title}\n\n${markdownTable(['Code', 'Exit', 'Raised when', 'Next step', 'Clause'], rows)}`;
}
