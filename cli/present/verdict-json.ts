import type { JsonObject } from '../../core/json.ts';
import type { Conclusion } from '../../evals/run/conclude-run.ts';
import { wholeReport } from '../../evals/score/report.ts';

/** The verdict document with the report embedded, as `--json` prints it. */
export function verdictJson({ verdict, report }: Pick<Conclusion, 'verdict' | 'report'>): JsonObject {
  return { ...verdict, report: wholeReport(report) };
}
