import type { Metric } from '../../evals/score/registry.ts';

/** A metric as tables head it. */
export function metricName(metric: Metric, k: number | 'k'): string {
  return NAMES[metric].replace('@', `@${k}`);
}

const NAMES: Readonly<Record<Metric, string>> = {
  recall_at_k: 'recall@',
  r_precision: 'R-precision',
  hit_rate_at_k: 'hit rate@',
  reciprocal_rank: 'recip. rank',
  ndcg_at_k: 'nDCG@',
  forbidden_row_rate: 'forbidden',
  duplicate_row_rate: 'duplicates',
  in_window_rate: 'in window',
  abstention_rate: 'abstention',
};
