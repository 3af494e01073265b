import type { Digest } from '../../core/digest.ts';
import type { JsonObject } from '../../core/json.ts';
import type { WrittenReference } from '../case/types.ts';
import type { Answer, ItemVerdict } from '../judge/judged-case.ts';
import type { Interval } from '../stats/bootstrap.ts';
import type { Leg } from '../store/port.ts';
import type { Summary } from './aggregate.ts';
import type { LegFigures } from './leg-figures.ts';
import type { Outcome } from './outcome.ts';
import type { CaseSystems } from './read.ts';
import type { Dimension, Metric } from './registry.ts';
import type { RunStamp } from './run-stamp.ts';

export const REPORT_SCHEMA = 'contextful.eval.report/1';

/** Members whose names come from outside (tags, paths); built on a null prototype. */
export type Keyed<T> = { readonly [name: string]: T };

export type PerLeg<T> = { readonly [leg in Leg]?: T };
export type LegSummaries = { readonly [metric in Metric]: Summary };
export type JudgedSummary = Summary & { readonly interval: Interval };
export type JudgedSummaries = { readonly [dimension in Dimension]: JudgedSummary };

type Tally = {
  /** All cases read. */
  readonly sampled: number;
  /** Cases without artifact truth. */
  readonly dropped: number;
  /** Cases with an asked-for figure that has no value, each once. */
  readonly unscored: number;
  readonly unscored_by: Keyed<number>;
};

/** Bare metrics are the hybrid leg's nodes, so that every metric path exists as a field. */
export type SliceReport = LegSummaries & {
  readonly n_cases: number;
  readonly retrieval: PerLeg<LegSummaries>;
  readonly edge_retrieval?: PerLeg<LegSummaries>;
  readonly judge?: JudgedSummaries;
};

export type ReportCase = {
  readonly id: string;
  readonly line: number;
  readonly digest: Digest;
  readonly tags: readonly string[];
  readonly outcome: Outcome;
  readonly reasons: readonly string[];
  /** As cases write them: `table#key`, or the pair where the key holds `#`. */
  readonly legs: PerLeg<readonly WrittenReference[]>;
  /** 1-based positions of rows outside the recency window. */
  readonly out_of_window?: PerLeg<readonly number[]>;
  readonly metrics: PerLeg<LegFigures>;
  readonly edges?: PerLeg<readonly string[]>;
  readonly edge_metrics?: PerLeg<LegFigures>;
  readonly ties: readonly Leg[];
  readonly systems?: CaseSystems;
};

export type JudgeCase = {
  readonly id: string;
  readonly answer: Answer | null;
  readonly verdicts: readonly ItemVerdict[];
};

/** Members that the judged tier adds: repeatability, drift, accounting (scoring.md 12, 13.2). */
export type JudgeExtras = {
  readonly repeatability?: JsonObject;
  readonly drift?: JsonObject;
  readonly accounting?: JsonObject;
};

export type JudgeReport = JudgedSummaries &
  JudgeExtras & {
    readonly by: 'stub' | 'endpoint';
    readonly judge_calls: number;
    readonly cases: readonly JudgeCase[];
  };

export type SystemsFigures = {
  readonly tokens_per_query: Summary;
  /** Sum over the cases; null when any of them is unknown. */
  readonly cost: number | null;
};

export type BucketReport = SystemsFigures & { readonly latency_ms: Summary; readonly n_cases: number };

export type SystemsReport = SystemsFigures & { readonly buckets: Keyed<BucketReport> };

/** What the harness says of itself (evaluate.md 14); no clock reading, path or host. */
export type HarnessReport = {
  readonly landed_at: string;
  readonly store: { readonly adapter: string; readonly engine: string; readonly version: string };
  readonly retriever: {
    readonly kind: string;
    readonly target: string | null;
    readonly legs: readonly Leg[];
  };
  readonly ranking: JsonObject;
  readonly session: JsonObject;
  readonly retriever_tally: JsonObject;
  readonly goldens: JsonObject;
};

export type ReportDocument = {
  readonly schema: typeof REPORT_SCHEMA;
  readonly run: RunStamp;
  readonly n_cases: number;
  /** Only a part of the case set was run: no baseline is taken or raised from it. */
  readonly partial?: true;
  readonly tally: Tally;
  readonly outcomes: { readonly [outcome in Outcome]: number };
  readonly ties: PerLeg<number>;
  readonly retrieval: PerLeg<LegSummaries>;
  readonly edge_retrieval?: PerLeg<LegSummaries>;
  readonly latency_ms?: Summary;
  readonly systems?: SystemsReport;
  readonly intervals: Keyed<Interval>;
  readonly judge?: JudgeReport;
  readonly harness?: HarnessReport;
  readonly slices: Keyed<SliceReport>;
  readonly cases: readonly ReportCase[];
};

/** Everything of a report but its case lists. */
export type ReportHead = Omit<ReportDocument, 'cases' | 'judge'> & {
  readonly judge?: Omit<JudgeReport, 'cases'>;
};

/**
 * A report whose case lists, in file order, can be gone through any number of times. Those of a large run come from
 * its journal each time and are never whole in memory. A ReportDocument is one.
 */
export type Report = Omit<ReportHead, 'judge'> & {
  readonly judge?: Omit<JudgeReport, 'cases'> & { readonly cases: Iterable<JudgeCase> };
  readonly cases: Iterable<ReportCase>;
};

export function headOf({ cases: _cases, judge, ...head }: Report): ReportHead {
  if (judge === undefined) return head;
  const { cases: _judged, ...figures } = judge;
  return { ...head, judge: figures };
}

/** The same with its lists in memory. */
export function wholeReport(report: Report): ReportDocument {
  const { judge, cases, ...rest } = report;
  return {
    ...rest,
    ...(judge === undefined ? {} : { judge: { ...judge, cases: [...judge.cases] } }),
    cases: [...cases],
  };
}
