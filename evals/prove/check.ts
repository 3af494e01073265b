import type { Context } from '../../core/context.ts';
import type { LoadedCase } from '../case/types.ts';
import type { CheckFinding } from '../gate/run-checks.ts';
import type { VerdictDocument } from '../gate/verdict.ts';
import type { RunEventBody } from '../run/events.ts';
import type { PreparedRun } from '../run/prepare.ts';
import type { Report } from '../score/report.ts';

/** What every check of a run works with. */
export type Checking = {
  readonly prepared: PreparedRun;
  /** Of the run that is checked. */
  readonly report: Report;
  readonly verdict: VerdictDocument;
  /** Floors and baseline over another report of the same cases. Nothing is written. */
  readonly judge: (report: Report) => Promise<VerdictDocument>;
  /** A folder for stores and journals, gone when the checks have ended. */
  readonly folder: string;
  readonly context: Context;
  readonly progress: (done: number, of: number) => void;
};

/** What a check says, and what in it turns the run red. */
export type Checked<Result> = { readonly result: Result; readonly findings: readonly CheckFinding[] };

export function caseOf({ case: { id }, file, line }: LoadedCase): CheckFinding['case'] {
  return { id, file, line };
}

/** The inner runs of a check say nothing of themselves. */
export function quiet(_event: RunEventBody): void {}
