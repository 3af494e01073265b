import { judgeReport } from '../../../evals/gate/judge-report.ts';
import type { CaseFiles } from '../../../evals/run/case-files.ts';
import type { Conclusion } from '../../../evals/run/conclude-run.ts';
import type { ReportDocument } from '../../../evals/score/report.ts';
import { forty, smallReport } from '../../evals/gate/support.ts';

const STAMP = '{"k":3,"tier":"deterministic","model":null,"samples":1}';
export const CASES = 'evals/cases/lab.jsonl';
export const FILES: CaseFiles = { names: [CASES], placeOf: ({ line }) => `${CASES}:${line}` };

/** A report judged as a run would; entries: the members of a baseline beside its stamp. */
export function concluded(
  report: ReportDocument,
  entries?: string,
  changes: { readonly next?: readonly string[]; readonly warnings?: readonly string[] } = {},
): Conclusion {
  const text = entries === undefined ? undefined : `{"_run":${STAMP},${entries}}`;
  const { verdict, behind, refusal } = judgeReport({
    runId: 'r1',
    report,
    baseline: text === undefined ? null : { file: 'evals/baselines/lab.json', bytes: Buffer.from(text) },
    projectFloors: [],
    unscoredMax: 0,
    warnings: changes.warnings ?? [],
    next: () => changes.next ?? [],
  });
  return { report, verdict, behind, refusal, files: FILES };
}

export const green = concluded(smallReport(forty(i => ({ tags: i < 35 ? ['most'] : ['few'] }))), undefined, {
  next: [
    'contextful runs show r1',
    'contextful eval baseline init --report 20300601T120000Z-0a1b2c3d4e5f --out evals/baselines/lab.json',
  ],
});

export const redFloor = concluded(
  smallReport(forty(i => (i < 25 ? { top: 'other' } : i === 30 ? { fails: true } : {}))),
);

export const redBaseline = concluded(
  smallReport(forty(i => ({ tags: ['most'], ...(i < 2 ? { top: 'other' } : {}) }))),
  [
    '"retrieval.hybrid.recall_at_k":1',
    '"retrieval.lexical.recall_at_k":0.96',
    '"retrieval.vector.recall_at_k":0.5',
    '"slices.most.recall_at_k":{"value":1,"band":0.1}',
    '"n_cases":40',
  ].join(),
);

export const refused = concluded(
  smallReport(forty(i => ({ tags: i < 28 ? ['a'] : [] }))),
  '"slices.a.recall_at_k":1',
);
