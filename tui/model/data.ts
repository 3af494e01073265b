import type { JsonObject } from '../../core/json.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { EvalCase } from '../../evals/case/types.ts';
import type { Comparison } from '../../evals/explain/compare.ts';
import type { Compared, StampDifference } from '../../evals/explain/compared.ts';
import type { FloorVerdict } from '../../evals/gate/floors.ts';
import type { BaselineVerdict } from '../../evals/gate/gate-baseline.ts';
import type { VerdictDocument } from '../../evals/gate/verdict.ts';
import type { LostRows } from '../../evals/run/case-line.ts';
import type { ReportCase, ReportHead } from '../../evals/score/report.ts';
import type { Leg } from '../../evals/store/port.ts';

/** One finished, running or broken run in a list. null: its files do not say. */
export type RunLine = {
  readonly id: string;
  /** green, red, unmeasured, not_comparable, running, interrupted, unreadable. */
  readonly verdict: string;
  readonly tier: string | null;
  readonly model: string | null;
  readonly k: number | null;
  readonly cases: number | null;
  readonly unscored: number | null;
  readonly commit: string | null;
  readonly dirty: boolean | null;
  /** Nanoseconds since 1970. */
  readonly startedNs: bigint | null;
  readonly tookMs: number | null;
  readonly bytes: number | null;
  /** Metric paths of its first reds, worst first. */
  readonly worst: readonly string[];
  /** Means of the three legs by `<leg>.<metric>`. */
  readonly means: { readonly [path: string]: number | null };
};

export type RunsData = {
  /** Those that the filter keeps, in the wanted order. */
  readonly lines: readonly RunLine[];
  readonly all: number;
  /** The clock when they were read, for ages. */
  readonly nowNs: bigint;
};

/** One case behind a figure. */
export type Contribution = {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly contribution: number;
  readonly share: number;
  readonly cumulative: number;
  readonly blame: string | null;
};

/** The cases behind a figure, worst first. A run may have 200,000: each is made when it is looked at. */
export type Contributions = {
  readonly length: number;
  readonly at: (place: number) => Contribution | undefined;
  /** `lost kb/notes#d07  hybrid 1 -> none …`, one per row; reads the case. */
  readonly rows: (place: number) => readonly string[];
};

export type TagLift = {
  readonly tag: string;
  readonly lift: number;
  readonly worse: number;
  readonly of: number;
  readonly p: number;
};

/** Why one figure stands where it stands. */
export type ExplainedFigure = {
  readonly path: string;
  readonly kind: 'baseline' | 'floor';
  readonly red: boolean;
  readonly headline: string;
  readonly contributions: Contributions;
  /** What earlier raises brought into the entry; null for floors. */
  readonly carried: number | null;
  readonly tags: readonly TagLift[];
  /** How many relevant rows each blame took. */
  readonly blames: readonly (readonly [string, number])[];
};

export type RunData = {
  readonly line: RunLine;
  readonly report: ReportHead;
  readonly verdict: VerdictDocument | null;
  readonly floors: FloorVerdict | null;
  readonly baseline: (BaselineVerdict & { readonly file: string }) | null;
  readonly plan: JsonObject | null;
  readonly compared: Compared | null;
  readonly differs: readonly StampDifference[];
  /** Those that can be explained: red figures first, then by the smallest margin. */
  readonly figures: readonly Pick<ExplainedFigure, 'path' | 'kind' | 'red'>[];
  /** Of the first of them. */
  readonly headline: string | null;
  /** Counted when first asked for. undefined: none of them; a refusal: the cases behind it can't be read. */
  readonly explained: (path: string) => ExplainedFigure | Refusal | undefined;
  /** Files of cases, for the editor; by what the plan names. */
  readonly caseFiles: readonly string[];
};

/** One case in a list. */
export type CaseLineView = {
  readonly ordinal: number;
  readonly id: string;
  readonly line: number;
  readonly file: string;
  readonly outcome: string;
  readonly question: string;
  readonly tags: readonly string[];
  /** `<leg>.<metric>` of this run, and of the compared one. */
  readonly figures: { readonly [path: string]: number | null };
  readonly before: { readonly [path: string]: number | null };
  /** Ranks that changed on the hybrid leg: of the first relevant row; null: the same, or nothing to compare with. */
  readonly moved: string | null;
  /** Relevant rows in the hybrid top k, of how many. */
  readonly gold: readonly [number, number];
  readonly cause: string | null;
};

export type CasesData = {
  readonly total: number;
  /** Cases of the run, filtered or not. */
  readonly all: number;
  readonly row: (index: number) => CaseLineView | undefined;
  /** -1: not in this list. */
  readonly indexOf: (id: string) => number;
  readonly idAt: (index: number) => string | undefined;
  /** Ids of the run's cases that begin so, whatever their case, in file order. */
  readonly withPrefix: (prefix: string, most: number) => readonly string[];
  readonly progress: string | undefined;
};

export type RankedRow = {
  readonly table: string;
  readonly key: string;
  /** As written in case files. */
  readonly reference: string;
  readonly inWindow: boolean;
  readonly score: number | null;
};

export type CaseData = {
  readonly case: ReportCase;
  readonly golden: EvalCase | null;
  readonly file: string;
  readonly legs: { readonly [leg in Leg]?: readonly RankedRow[] };
  readonly before: { readonly [leg in Leg]?: readonly string[] } | null;
  readonly beforeFigures: { readonly [path: string]: number | null };
  readonly relevant: readonly string[];
  readonly forbidden: readonly string[];
  readonly why: { readonly [leg in Leg]?: LostRows } | null;
  readonly errors: { readonly [leg in Leg]?: string };
  readonly latencyMs: number | null;
  readonly blame: string | null;
  readonly place: readonly [index: number, of: number];
  /** null: nobody noted anything about it. */
  readonly note: CaseNote | null;
};

/** What somebody found out about a case. */
export type CaseNote = {
  readonly mark: string;
  readonly text: string;
  readonly run: string;
  /** A green run came after it. */
  readonly stale: boolean;
};

export type RowData = {
  readonly reference: string;
  readonly cells: readonly (readonly [name: string, value: string])[];
};

export type CompareData = Comparison;
