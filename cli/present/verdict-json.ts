import type { JsonObject } from '../../core/json.ts';
import type { Conclusion } from '../../evals/run/conclude-run.ts';

/** The verdict document with the report embedded, as `--json` prints it. */
export function verdictJson({ verdict, report }: Pick<Conclusion, 'verdict' | 'report'>): JsonObject {
  return { ...verdict, report };
}
