import { digestOfJson } from '../../core/digest.ts';
import { formatInstant } from '../../core/time.ts';
import { STUB_EMBEDDER } from '../retrieve/stub-embedder.ts';
import { metricsVersion } from '../score/registry.ts';
import type { RunStamp } from '../score/run-stamp.ts';
import type { CorpusOfRun } from './corpora.ts';
import type { EvaluationRequest } from './request.ts';
import type { SelectedCases } from './select-cases.ts';

export const EMBEDDER = {
  name: STUB_EMBEDDER.name,
  version: STUB_EMBEDDER.version,
  dim: STUB_EMBEDDER.dim,
} as const;

/** Who reads, as far as it is known when the stamp is taken. */
export type Identity = { readonly zone: string | null; readonly agent: string };

/** The run block (scoring.md 7), from bytes alone. */
export function runStamp(
  request: EvaluationRequest,
  selected: SelectedCases,
  corpora: readonly CorpusOfRun[],
  { zone, agent }: Identity,
): RunStamp {
  const digests: { [name: string]: RunStamp['case_set'] } = Object.create(null);
  for (const { corpus, digest } of corpora) digests[corpus.name] = digest;
  return {
    k: request.k,
    tier: 'deterministic',
    model: null,
    samples: 1,
    seed: request.seed.toString(),
    case_set: selected.digest,
    corpora: digests,
    metrics_version: metricsVersion(),
    read: digestOfJson({ landed_at: formatInstant(request.landedAt), zone, agent, embedder: EMBEDDER }),
  };
}
