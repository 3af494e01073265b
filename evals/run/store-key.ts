import { digestOfJson } from '../../core/digest.ts';
import { formatInstant } from '../../core/time.ts';
import type { LandingStamp } from '../store/port.ts';
import { EMBEDDER } from './stamp.ts';

/** Everything that decides the bytes of a landed store (evaluate.md 7.4). */
export type StoreInputs = {
  /** Of the rows and their declaration. */
  readonly corpus: string;
  /** Engine and layout. */
  readonly format: string;
  /** Our version and that of Node: its Unicode tables lower and split the text. */
  readonly program: string;
  readonly seed: bigint;
  readonly stamp: LandingStamp;
};

/** The name of a cached store, 64 hex digits. The landing instant is that of `--landed-at`, not the time of day. */
export function storeKey({ corpus, format, program, seed, stamp }: StoreInputs): string {
  const digest = digestOfJson({
    corpus,
    format,
    program,
    embedder: { ...EMBEDDER, seed: seed.toString() },
    landed_at: formatInstant(stamp.ingestedNs),
    run: stamp.runId,
    site: stamp.siteId,
    author: stamp.authoredBy,
  });
  return digest.slice('sha256:'.length);
}
