import type { JsonObject } from '../../core/json.ts';
import type { VerdictDocument } from '../../evals/gate/verdict.ts';
import { verdictLines } from '../../evals/gate/verdict-lines.ts';
import type { ReportDocument } from '../../evals/score/report.ts';
import type { View } from '../command.ts';

/** The verdict document with the report embedded, as `--json` prints it. */
export function verdictDocument(verdict: VerdictDocument, report: ReportDocument): JsonObject {
  return { ...verdict, report };
}

export function verdictText(verdict: VerdictDocument, _report: ReportDocument, _view: View): string {
  return `${verdictLines(verdict).join('\n')}\n`;
}
