import type { Digest } from '../../core/digest.ts';

export type Cutoff = {
  readonly month: string;
  readonly tag: 'documented' | 'estimated';
  readonly lo: string;
  readonly hi: string;
};

type ReaderStamp = {
  readonly snapshot: string | null;
  readonly pretrain_cutoff: Cutoff | null;
  readonly posttrain_cutoff: Cutoff | null;
};

export type JudgeStamp = ReaderStamp & { readonly model: string | null };

/** What has to be equal for two runs to be comparable (scoring.md 7). */
export type RunStamp = {
  readonly k: number;
  readonly tier: 'deterministic' | 'judged';
  /** The reader's model; null in the deterministic tier. */
  readonly model: string | null;
  readonly samples: number;
  /** Unsigned 64-bit in decimal. */
  readonly seed: string;
  readonly case_set: Digest;
  readonly corpora: { readonly [path: string]: Digest };
  readonly metrics_version: string;
  readonly read: Digest;
  readonly prompt_digest?: Digest;
  readonly reader?: ReaderStamp;
  readonly judge?: JudgeStamp;
};
