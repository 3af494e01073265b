/** Something that a check of the run itself found; it turns a green run red. */
export type CheckFinding = {
  readonly check: 'also' | 'repeat' | 'prove' | 'canary';
  readonly message: string;
  /** The case that it was found at, at its line. */
  readonly case: { readonly id: string; readonly file: string; readonly line: number } | null;
};

/** The first answer that two stores give in other bytes (evaluate.md 21.5). */
export type AnswerDifference = {
  readonly case: string;
  readonly leg: string;
  readonly surface: 'retrieval' | 'edge_retrieval';
  /** null: the rows are equal, and the counts or the bounds around them are not. */
  readonly row: string | null;
  /** 1 for the best row; null beside row null. */
  readonly rank: number | null;
  /** Dotted path of the member, `rows` where one answer ends. */
  readonly term: string;
  /** Canonical JSON of both values; null: absent. */
  readonly here: string | null;
  readonly there: string | null;
};

/** `--also STORE`: the same cases on two stores; answers: pairs that were compared. */
export type AlsoCheck = {
  readonly stores: readonly [string, string];
  readonly answers: number;
  readonly difference: AnswerDifference | null;
};

/** `--repeat-check N` (21.6): the runs, the first of them the one that is kept. */
export type RepeatCheck = {
  readonly runs: readonly { readonly threads: number; readonly batch: number; readonly figures: string }[];
};

/** `--prove` (21.1): what became of the verdict when one part was broken. */
export type ProvedPart = {
  readonly part: string;
  readonly state: 'red' | 'green' | 'not_exercised';
  /** Paths of the reds; empty unless red. */
  readonly reds: readonly string[];
  /** Cases whose outcome changed. */
  readonly cases: number;
  /** Why it was not exercised. */
  readonly why: string | null;
};

/** parts: null where the run was not green, so that nothing could be proved. */
export type ProveCheck = { readonly parts: readonly ProvedPart[] | null };

export const CANARY_KINDS = ['withheld', 'foreign_zone', 'future'] as const;
export type CanaryKind = (typeof CANARY_KINDS)[number];

/** `--canary` (21.2). */
export type CanaryCheck = {
  readonly landed: { readonly [kind in CanaryKind]: number };
  readonly answers: number;
  readonly difference: (AnswerDifference & { readonly canaries: string }) | null;
  /** Forbidden rows that no session gets into the top k: guards that never fire. */
  readonly forbidden_absent: readonly {
    readonly case: string;
    readonly file: string;
    readonly line: number;
    readonly row: string;
  }[];
};

/** What was checked of the run itself, beside its figures. */
export type RunChecks = {
  readonly ok: boolean;
  readonly also?: AlsoCheck;
  readonly repeat?: RepeatCheck;
  readonly prove?: ProveCheck;
  readonly canary?: CanaryCheck;
  readonly findings: readonly CheckFinding[];
};
