import type { Digest } from '../../core/digest.ts';
import type { JsonObject } from '../../core/json.ts';

/** A row: the pair is its identity, never the joined text. */
export type RowReference = readonly [table: string, key: string];

/** `table#key`, or the pair where the key holds `#` (evaluate.md 3.3). */
export type WrittenReference = string | RowReference;

/** The key of an edge row, or its three end columns. */
export type WrittenEdge = string | readonly [subject: string, predicate: string, object: string];

/** Instants or dates as the case writes them. */
export type CaseBounds = {
  readonly available_as_of?: string;
  readonly valid_as_of?: string;
  readonly landed_as_of?: string;
};

export type ExpectedTruth = {
  readonly answer: string | null;
  readonly artifacts: readonly WrittenReference[];
  readonly edges: readonly WrittenEdge[];
  readonly entities: readonly string[];
  /** References, and bare table names that mean any row of the table. */
  readonly must_cite: readonly WrittenReference[];
  readonly must_abstain: boolean;
  readonly must_not_retrieve: readonly WrittenReference[];
  readonly time_anchor: string | null;
  readonly since: string | null;
};

/**
 * The normal form of a case (evaluate.md 3.4): every member present but `bounds`, `exclude` and the blocks
 * of backtests and forecasts; sets sorted by canonical text and collapsed. Names are those of the file.
 */
export type EvalCase = {
  readonly id: string;
  readonly corpus: string;
  readonly question: string;
  readonly tags: readonly string[];
  readonly prefix: string;
  readonly query_embedding: readonly number[] | null;
  readonly bounds?: CaseBounds;
  readonly exclude?: readonly WrittenReference[];
  readonly expected: ExpectedTruth;
  readonly bounded?: JsonObject;
  readonly forecast?: JsonObject;
};

/** A case as a file may hold it: what has a default may be absent, `recency_bound` may stand for `since`. */
export type WrittenCase = Pick<EvalCase, 'id' | 'corpus' | 'question'> &
  Partial<Omit<EvalCase, 'id' | 'corpus' | 'question' | 'prefix' | 'expected'>> & {
    readonly prefix?: string | null;
    readonly expected?: Partial<ExpectedTruth> & { readonly recency_bound?: string | null };
  };

/** The tag under which the forbidden set is scored. */
export const REGRESSION_TAG = 'regression';

/** Where a case stands: the file as it was named, the line from 1. */
export type CaseSource = { readonly file: string; readonly line: number };

export type LoadedCase = CaseSource & {
  readonly case: EvalCase;
  /** Position among all cases of the set, from 0. */
  readonly ordinal: number;
  /** Over the canonical text of the normal form. */
  readonly digest: Digest;
};

export type CaseFile = {
  readonly path: string;
  /** Over the bytes of the file. */
  readonly digest: Digest;
  readonly cases: number;
};

export type CaseWarning = CaseSource & { readonly message: string };

export type CaseSet = {
  readonly files: readonly CaseFile[];
  /** In the order of files and lines. */
  readonly cases: readonly LoadedCase[];
  /** `case_set` of the run stamp (scoring.md 7). */
  readonly digest: Digest;
  readonly warnings: readonly CaseWarning[];
};
