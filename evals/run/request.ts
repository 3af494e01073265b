import type { Nanoseconds } from '../../core/time.ts';
import type { RawFloor } from '../gate/project-floors.ts';
import type { Ranking } from '../store/port.ts';
import type { StoreAdapters, StoreName } from './adapters.ts';
import type { Conclusion } from './conclude-run.ts';

/** program: everything of ours and beneath us that may change what a row lands as. */
export type StoreCacheRequest = { readonly maxBytes: number; readonly program: string };

/**
 * Which cases of the files run: all, those that ended badly last time, by tag or id, or those that a file names
 * (absolute path), which were taken from another run.
 */
export type CaseFilter =
  | { readonly kind: 'outcome'; readonly outcome: 'fail' | 'error' }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'ids'; readonly file: string };

/** also: a second store; repeat: how many runs must agree, the first one counted; null: not asked for. */
export type CheckRequest = {
  readonly also: StoreName | null;
  readonly repeat: number | null;
  readonly prove: boolean;
  readonly canary: boolean;
};

export const NO_CHECKS: CheckRequest = { also: null, repeat: null, prove: false, canary: false };

/** Everything that one evaluation is asked for, with defaults filled in (evaluate.md 2, scoring.md 1). */
export type EvaluationRequest = {
  /** Absolute path of the project. */
  readonly root: string;
  /** Case files by the names that places print, relative to the working directory. */
  readonly goldens: readonly string[];
  readonly k: number;
  /** Unsigned 64-bit. */
  readonly seed: bigint;
  readonly landedAt: Nanoseconds;
  readonly zone: string | null;
  readonly agent: string;
  readonly credential: {
    readonly token: string | null;
    readonly publicKeyFile: string | null;
    readonly audience: string | null;
  };
  readonly corpusRoots: readonly string[];
  readonly store: { readonly adapter: StoreName; readonly memory: string; readonly threads: number };
  readonly adapters: StoreAdapters;
  readonly ranking: Ranking;
  readonly defaultRows: string | null;
  readonly edgeSurface: 'engine' | null;
  readonly contextWindow: number;
  readonly filter: CaseFilter | null;
  readonly limit: number | null;
  readonly strictGoldens: boolean;
  readonly floors: readonly RawFloor[];
  readonly baseline: string | null;
  readonly updateBaseline: boolean;
  readonly raiseExcept: readonly string[];
  /** Share of the cases that may stay unmeasured. */
  readonly unscoredMax: number;
  readonly failFast: boolean;
  /** Flags that were given and mean nothing here, by name. */
  readonly withoutEffect: readonly string[];
  readonly checkpoint: string | null;
  /** A run id, or `last`: the newest unfinished run of the same plan. */
  readonly resume: string | null;
  readonly fsync: 'batch' | 'case';
  readonly keepStore: boolean;
  /** Null: stores are neither looked for nor left in `.contextful/cache/stores`. */
  readonly storeCache: StoreCacheRequest | null;
  /** What is checked of the run itself once it is judged (evaluate.md 21). */
  readonly checks: CheckRequest;
  readonly trecOut: string | null;
  /** A further copy of the report. */
  readonly report: string | null;
  /** Files of presenters, written after the verdict; their folders exist. */
  readonly outputs: readonly RunOutput[];
  readonly pid: number;
  readonly commandLine: readonly string[];
};

/** file: relative to the working directory. */
export type RunOutput = { readonly file: string; readonly text: (conclusion: Conclusion) => string };
