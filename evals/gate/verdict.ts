import type { JsonObject } from '../../core/json.ts';
import type { RefusalExit } from '../../core/refusal.ts';
import type { Figure } from '../score/figure.ts';
import type { ReportDocument } from '../score/report.ts';
import type { Contributor } from './contributors.ts';
import type { FloorVerdict } from './floors.ts';
import type { BaselineVerdict } from './gate-baseline.ts';
import type { Moved } from './raise-baseline.ts';
import type { RunChecks } from './run-checks.ts';

export const VERDICT_SCHEMA = 'contextful.eval.verdict/1';

export type VerdictOutcome = 'green' | 'red' | 'unmeasured' | 'not_comparable' | 'interrupted';

export type Red =
  | {
      readonly kind: 'floor';
      readonly path: string;
      readonly measured: Figure;
      readonly bound: number;
      readonly certain: boolean;
      readonly cases: readonly Contributor[];
    }
  | {
      readonly kind: 'baseline';
      readonly path: string;
      readonly measured: number;
      readonly baseline: number;
      readonly band: number;
      readonly certain: boolean;
      readonly cases: readonly Contributor[];
    };

/** Errored plus unscored cases against the share that may be. */
export type Limit = { readonly missing: number; readonly sampled: number; readonly max: number };

export type VerdictRefusal = {
  readonly code: string;
  readonly clause: string | null;
  readonly message: string;
  readonly facts: JsonObject;
  readonly hint: string | null;
};

/** `verdict.json` (scoring.md 17). `report` is embedded where the document goes to stdout. */
export type VerdictDocument = {
  readonly schema: typeof VERDICT_SCHEMA;
  /** The run is green. */
  readonly ok: boolean;
  readonly run_id: string;
  readonly exit: 0 | RefusalExit;
  readonly outcome: VerdictOutcome;
  /** null: the run did not come that far. */
  readonly floors: FloorVerdict | null;
  readonly baseline: (BaselineVerdict & { readonly file: string }) | null;
  readonly limit: Limit;
  readonly reds: readonly Red[];
  readonly raised: readonly Moved[];
  readonly warnings: readonly string[];
  /** Commands that come next. */
  readonly next: readonly string[];
  readonly refusal?: VerdictRefusal;
  /** What was checked of the run itself, where that was asked for. */
  readonly checks?: RunChecks;
  readonly report?: ReportDocument;
};

const OUTCOMES: Readonly<Record<0 | RefusalExit, VerdictOutcome>> = {
  0: 'green',
  1: 'red',
  2: 'unmeasured',
  3: 'unmeasured',
  4: 'not_comparable',
  130: 'interrupted',
};

export function outcomeOf(exit: 0 | RefusalExit): VerdictOutcome {
  return OUTCOMES[exit];
}
