import type { JsonObject } from '../../core/json.ts';
import type { EvalCase } from '../case/types.ts';
import type { VerdictDocument } from '../gate/verdict.ts';
import type { CaseLine } from '../run/case-line.ts';
import type { Outcome } from '../score/outcome.ts';
import type { Metric } from '../score/registry.ts';
import type { JudgeCase, ReportCase, ReportHead } from '../score/report.ts';
import type { Leg } from '../store/port.ts';

/** `lexical.recall_at_k` and so on: the mean of this over the cases is the path `retrieval.<leg>.<metric>`. */
export type FigureColumn = `${Leg}.${Metric}`;

/** One number per case, in case order; NaN: the case has none. */
export type NumberColumn =
  | FigureColumn
  /** 1-based line in its case file. */
  | 'line'
  /** Rank of the first relevant row on the hybrid leg. */
  | 'rank'
  /** Relevant rows among those that the hybrid leg returned, of how many. */
  | 'gold'
  | 'relevant'
  | 'returned'
  /** Milliseconds. */
  | 'latency';

/** One of a few words per case. */
export type WordColumn = 'outcome' | 'corpus';
export type Words = { readonly codes: Uint32Array; readonly words: readonly string[] };

/** Several numbers per case: those of case i are `codes[starts[i], starts[i + 1])`. */
export type ListColumn =
  | 'tags'
  | RowsColumn
  /** Hashes of the relevant rows. */
  | 'truth';
/** Hashes of a leg's rows in rank order: equal rows have equal ones (hash.ts says how seldom others have). */
export type RowsColumn = `${Leg}.rows`;
export type Lists = { readonly codes: Uint32Array; readonly starts: Uint32Array };
/** The number at a place of a column. Cheap in order: it is read in blocks. */
export type NumberAt = (place: number) => number;
/** Those of case i are `codes(j)` for j from `starts(i)` up to `starts(i + 1)`. Cheap in case order likewise. */
export type ListAt = { readonly codes: NumberAt; readonly starts: NumberAt };

/** Folded UTF-8 (core/fold) of all cases, one behind the other: case i is `bytes[starts[i], starts[i + 1])`. */
export type TextColumn = 'id' | 'question' | 'answer';
export type Texts = { readonly bytes: Buffer; readonly starts: Float64Array };

export const CASE_FLAGS = [
  'error',
  'unscored',
  'fail',
  'forbidden',
  'duplicate',
  'stale',
  'tie',
  'must-abstain',
  'abstained',
  'regression',
] as const;
/** Facts of the run alone; what is against another run comes from two readers. */
export type CaseFlag = (typeof CASE_FLAGS)[number];

/** What a list of cases shows of one. */
export type CaseRow = {
  readonly ordinal: number;
  readonly id: string;
  readonly outcome: Outcome;
  readonly line: number | null;
  readonly corpus: string;
  readonly question: string;
  readonly tags: readonly string[];
  readonly figures: { readonly [column in FigureColumn]?: number | null };
  readonly rank: number | null;
  readonly gold: number | null;
  readonly relevant: number | null;
  readonly returned: number | null;
  readonly latencyMs: number | null;
};

/** Everything that a run left of one case; null: that file lacks the case. */
export type FullCase = {
  readonly ordinal: number;
  readonly report: ReportCase;
  /** Rows with scores and what is lost, as `results.jsonl` holds them. */
  readonly result: CaseLine | null;
  readonly golden: EvalCase | null;
  readonly judged: JudgeCase | null;
};

export type RunProgress = { readonly n: number; readonly of: number };

export type OpenRunOptions = {
  readonly signal?: AbortSignal;
  /** While the index is made: cases read, of how many. */
  readonly onProgress?: (progress: RunProgress) => void;
};

/**
 * A finished run, read page by page (tui-cli.md 20). Columns are read from the index when first asked for and kept
 * until close; single cases are read from the run's own files at their offsets.
 */
export type RunReader = {
  readonly id: string;
  readonly path: string;
  readonly count: number;
  readonly report: ReportHead;
  readonly verdict: VerdictDocument | null;
  readonly plan: JsonObject | null;
  /** Case files as the plan names them. */
  readonly caseFiles: readonly string[];
  /** The one that holds a case; undefined: an old plan of several files does not tell. */
  readonly caseFileOf: (ordinal: number) => string | undefined;
  readonly numbers: (column: NumberColumn) => Float64Array;
  readonly words: (column: WordColumn) => Words;
  readonly lists: (column: ListColumn) => Lists;
  /** The same without holding the column, for whoever goes through a large one. */
  readonly numberAt: (column: NumberColumn) => NumberAt;
  readonly listAt: (column: ListColumn) => ListAt;
  /** Ids as they are, one behind the other like a text column; read anew where nobody held them. */
  readonly idsOnce: () => Texts;
  /** Words of the codes of `tags`. */
  readonly tags: readonly string[];
  readonly text: (column: TextColumn) => Texts;
  /** 1 where it holds. */
  readonly flags: (flag: CaseFlag) => Uint8Array;
  readonly idOf: (ordinal: number) => string;
  readonly ordinalOf: (id: string) => number | undefined;
  /** Ordinals by a column, ties by ordinal; cases without a value last in both directions. */
  readonly order: (column: NumberColumn | 'outcome', descending: boolean) => Uint32Array;
  /** Rejects and throws RunUnreadable (3) with file and byte where the case itself is damaged. */
  readonly case: (ordinal: number) => Promise<FullCase>;
  readonly caseNow: (ordinal: number) => FullCase;
  /** Parts of it alone, for whoever goes through many. */
  readonly reportNow: (ordinal: number) => ReportCase;
  readonly goldenNow: (ordinal: number) => EvalCase | null;
  /** Ordinals [from, to), as far as there are. figures: those that are shown; recall of each leg where not given. */
  readonly cases: (
    from: number,
    to: number,
    figures?: readonly FigureColumn[],
  ) => Promise<readonly CaseRow[]>;
  readonly row: (ordinal: number, figures?: readonly FigureColumn[]) => Promise<CaseRow>;
  readonly close: () => void;
};
