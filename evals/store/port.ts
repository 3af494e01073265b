import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { Nanoseconds } from '../../core/time.ts';
import type { AnalyzerName, ColumnType, Session, TableDeclaration } from '../policy/index.ts';
import type { Predicate } from '../policy/predicate.ts';

export type { AnalyzerName, ColumnType };

export const LEGS = ['lexical', 'vector', 'hybrid'] as const;
export type Leg = (typeof LEGS)[number];

/** A table as it lands: its declaration, and what reading its whole file settled. Columns in code-point order. */
export type TableSchema = {
  readonly name: string;
  readonly declaration: TableDeclaration;
  /** Declared or inferred data columns; the `embedding` column and columns that begin with `_` are not among them. */
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** Columns that the lexical snippet reads, in order (evaluate.md 8.1); empty: the table has no lexical score. */
  readonly snippetColumns: readonly string[];
  readonly analyzer: AnalyzerName;
  /** The column whose text or instant dates a row for the recency window (9.6); null: `_ingested_at`. */
  readonly dateColumn: string | null;
};

/** One row ready to land (evaluate.md 6.2): everything that needs JavaScript's Unicode tables is finished here. */
export type LandRow = {
  /** 0-based position in the landing, `_row_seq`. */
  readonly seq: number;
  readonly key: string;
  /** Version chain (6.3): equal text = same chain; undefined = the row is a chain of its own. */
  readonly chain: string | undefined;
  /** Data columns as they were read; an absent column is null to every reader. */
  readonly cells: JsonObject;
  /** Value of `order_by`, when the table declares one. */
  readonly order: string | number | boolean | null;
  readonly availableNs: Nanoseconds | null;
  readonly validFromNs: Nanoseconds | null;
  readonly validToNs: Nanoseconds | null;
  readonly deleted: boolean;
  /** What lexical scoring reads; null when the table has no eligible column. */
  readonly snippet: string | null;
  /** Publication instant of the recency window, and which column gave it, `null` or `uncastable`. */
  readonly publishedNs: Nanoseconds | null;
  readonly dateBasis: string;
  readonly embedding: Float32Array | null;
  /** `_modality _lang _prompt_hash _provenance` where the row brings them. */
  readonly marks: { readonly [column: string]: JsonValue };
};

/** Read bounds, inclusive (6.4); null = not bounded. */
export type Bounds = {
  readonly availableAsOf: Nanoseconds | null;
  readonly validAsOf: Nanoseconds | null;
  readonly landedAsOf: Nanoseconds | null;
};

export const UNBOUNDED: Bounds = { availableAsOf: null, validAsOf: null, landedAsOf: null };

export type Calibration = 'reciprocal-rank' | 'min-max' | 'rrf';

/** Settings of `[eval.ranking]` (evaluate.md 9). */
export type Ranking = {
  readonly k1: number;
  readonly b: number;
  readonly floor: 'on' | 'off';
  /** Query tokens kept; null = each analyzer's own limit, 0 = no limit. */
  readonly maxTokens: number | null;
  readonly weights: { readonly vector: number; readonly lexical: number };
  readonly calibration: Calibration;
  readonly candidates: 'full' | 'window';
  readonly statistics: 'passed' | 'visible';
};

export const DEFAULT_RANKING: Ranking = {
  k1: 1.2,
  b: 0.75,
  floor: 'on',
  maxTokens: null,
  weights: { vector: 60, lexical: 40 },
  calibration: 'reciprocal-rank',
  candidates: 'full',
  statistics: 'passed',
};

/** One ranked call (9.1). Lexical = query, no embedding; vector = embedding, empty query; hybrid = both. */
export type RankedCall = {
  readonly query: string;
  readonly embedding: Float32Array | null;
  readonly limit: number;
  readonly prefix: string;
  /** `retrieval` leaves out tables with role `edges`, `edge_retrieval` reads them alone, `all`: no edge surface is set. */
  readonly surface: 'retrieval' | 'edge_retrieval' | 'all';
  /** Exact names; absent = every table under the prefix. */
  readonly tables?: readonly string[];
  readonly anchorNs: Nanoseconds;
  readonly sinceNs: Nanoseconds | null;
  readonly minimumMatch?: number;
  readonly explain?: boolean;
};

export type RankedRow = {
  readonly _table: string;
  readonly _key: string;
  readonly _row: JsonObject;
  readonly _snippet: string | null;
  /** Fused score. */
  readonly _score: number;
  /** Cosine in units of 1e-6 divided by 1e6; null where the row or the call has no vector. */
  readonly _vscore: number | null;
  readonly _in_window: boolean;
  readonly _date_basis: string;
  readonly _run_id: string;
  readonly _row_seq: number;
  readonly _ingested_at: string;
  readonly _authored_by: string | null;
  readonly _modality: string | null;
  readonly _lang: string | null;
  readonly _prompt_hash: string | null;
  readonly _kind: string | null;
  readonly explain?: {
    readonly matched: readonly string[];
    /** Lexical score in units of 1e-12 as an exact integer, null = no lexical score. */
    readonly lexicalUnits: bigint | null;
    readonly lexicalRank: number | null;
    /** Cosine in units of 1e-6. */
    readonly cosineUnits: number | null;
    readonly vectorTerm: number;
    readonly lexicalTerm: number;
  };
};

export type RankedAnswer = {
  readonly rows: readonly RankedRow[];
  readonly retrieval: {
    /** Whether the call has a recency bound. */
    readonly window: boolean;
    /** Visible rows of the call's tables (`full`) or the chosen ones (`window`). */
    readonly candidates_prefloor: number;
    /** Those that passed the floor. */
    readonly candidates: number;
    /** Those of `candidates` with a lexical score. */
    readonly matched: number;
    readonly returned: number;
    /** Rows of `candidates` inside the window, after `deduped` are gone. */
    readonly in_window: number;
    /** Rows of `candidates` dropped because a better one has their content hash. */
    readonly deduped: number;
    /** Returned rows from outside the window. */
    readonly padded: number;
    /** Present when `in_window` is below the row limit of a call with a recency bound. */
    readonly underfilled?: true;
    /** Highest floor of the analyzers of the call's tables that have a snippet. */
    readonly floor: number | null;
    readonly since: string | null;
    /** Whether one row more than returned would have come. */
    readonly truncated: boolean;
  };
  /** Echo of a bounded read, UTC with nine digits; absent when unbounded. */
  readonly bounds?: JsonObject;
};

export type RecallCall = {
  readonly table: string;
  readonly subject: string;
  readonly predicates?: readonly string[];
  readonly observedNs: Nanoseconds;
  readonly inclusive: boolean;
  /** Tiers, best first; absent = `curated` alone. Unlisted tiers come last. */
  readonly tiers?: readonly string[];
};

/** A claim that answers: its row as the session sees it, and the rows that it cites. */
export type RecalledClaim = {
  readonly _key: string;
  readonly _row: JsonObject;
  readonly _cites: readonly (readonly [table: string, key: string])[];
};

export type RecallAnswer = {
  readonly claims: readonly RecalledClaim[];
  readonly recall: {
    readonly suppressed: {
      readonly MemoryEvidenceUnresolved: number;
      readonly MemoryEvidenceOverflow: number;
    };
    /** Claims of the subject and predicates whose interval does not hold the instant. */
    readonly stale: number;
    /** Claims that the session may see and that stay out for their evidence: the sum of `suppressed`. */
    readonly withheld: number;
  };
};

/** Visible rows of one table in order of landing. A table that is not granted has none, like one that does not exist. */
export type ScanPage = {
  readonly rows: readonly { readonly key: string; readonly row: JsonObject }[];
  /** Visible rows read so far, to be passed on: never a physical position, which would tell of hidden rows. Null = the end. */
  readonly after: number | null;
};

/** One admitted read path: a session and its bounds are in the reader, so no call can leave them out (7.1). */
export type Reader = {
  /** Answers come in the order of the calls. Grouping changes no byte (9.9). */
  readonly ranked: (calls: readonly RankedCall[]) => AsyncIterable<RankedAnswer>;
  readonly recall: (calls: readonly RecallCall[]) => Promise<readonly RecallAnswer[]>;
  readonly scan: (table: string, page: { limit: number; after: number | null }) => Promise<ScanPage>;
  /** Visible rows of these references, null where none is visible. */
  readonly rows: (
    references: readonly (readonly [table: string, key: string])[],
  ) => Promise<readonly (JsonObject | null)[]>;
};

export type LandingStamp = {
  readonly runId: string;
  readonly ingestedNs: Nanoseconds;
  readonly siteId: string;
  readonly authoredBy: string;
};

export type FoldSummary = { readonly rows: number; readonly versions: number; readonly postings: number };

export type Store = {
  readonly adapter: string;
  readonly engine: string;
  readonly version: string;
  readonly ranking: Ranking;
  /** Lands one table's rows as part of one committed run. Nothing is visible before `fold`. */
  readonly land: (
    table: TableSchema,
    rows: AsyncIterable<LandRow>,
    stamp: LandingStamp,
  ) => Promise<{ rows: number }>;
  /** Turns what was landed into versions, postings and vectors in one transaction (6.3). */
  readonly fold: () => Promise<FoldSummary>;
  readonly admit: (session: Session) => Reader;
  readonly admitBounded: (session: Session, bounds: Bounds) => Reader;
  /** Readers of the same landed rows by another ranking. */
  readonly rankedBy: (ranking: Ranking) => Pick<Store, 'ranking' | 'admit' | 'admitBounded'>;
  /** Stops what is being worked on: it and all that is asked later rejects with `reason`. `close` still works. */
  readonly interrupt: (reason: unknown) => void;
  /** Writes what was folded into the folder `keepIn` of its configuration, whole and on disk when this resolves. */
  readonly keep?: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type StoreConfig = {
  readonly ranking: Ranking;
  /** `[eval.policy] default_rows`: a row predicate beneath every table's own (5.3). */
  readonly defaultRows: Predicate | null;
  readonly threads: number;
  /** Memory limit of the engine, as DuckDB writes it: `1GiB`. */
  readonly memory: string;
  /** A directory of the run for engine files and spill; the adapter creates what it needs below it. */
  readonly scratch: string;
  /** An empty folder that `keep` may write to: an engine that is locked down opens no file later on. */
  readonly keepIn?: string;
};

export type StoreAdapter = {
  readonly name: string;
  readonly open: (config: StoreConfig) => Promise<Store>;
  /** Absent: nothing of this adapter's is worth keeping between runs. */
  readonly keeping?: StoreKeeping;
};

/** How landed stores come back (evaluate.md 7.4). */
export type StoreKeeping = {
  /** Names the engine and the form of what `keep` writes: what has another name is not opened. */
  readonly format: () => Promise<string>;
  /** Opens what `keep` wrote, read-only. `landed`: its tables in the order in which they landed. */
  readonly reopen: (
    config: StoreConfig,
    folder: string,
    landed: readonly { readonly schema: TableSchema; readonly stamp: LandingStamp }[],
  ) => Promise<ReopenedStore>;
};

export type ReopenedStore = {
  /** `land` and `fold` reject. */
  readonly store: Store;
  /** Of each reference what landed under it, null = nothing; an operator's figures, seen by no session. */
  readonly traces: (
    references: readonly (readonly [table: string, key: string])[],
  ) => Promise<readonly ({ readonly dated: boolean } | null)[]>;
};
