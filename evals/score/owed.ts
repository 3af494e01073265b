import { isRegression } from './leg-figures.ts';
import type { CaseTruth } from './read.ts';
import type { Dimension, Metric } from './registry.ts';

// Members are written out rather than spread: the engine makes the shape of a spread object anew each time, which for
// 200,000 cases took seconds and hundreds of megabytes.

/** What a case's truth alone says about each artifact metric (scoring.md 9, planned counts). */
export function owedMetrics(truth: CaseTruth): { readonly [metric in Metric]: boolean } {
  const ranked = truth.artifacts.length > 0;
  return {
    recall_at_k: ranked,
    r_precision: ranked,
    hit_rate_at_k: ranked,
    reciprocal_rank: ranked,
    ndcg_at_k: ranked,
    forbidden_row_rate: isRegression(truth),
    duplicate_row_rate: true,
    in_window_rate: truth.since !== null,
    abstention_rate: truth.mustAbstain,
  };
}

/** The edge surface is asked for cases with edge truth alone; no rate but two is defined on it. */
export function owedEdgeMetrics(truth: CaseTruth): { readonly [metric in Metric]: boolean } {
  const asked = truth.edges.length > 0;
  return {
    recall_at_k: asked,
    r_precision: asked,
    hit_rate_at_k: asked,
    reciprocal_rank: asked,
    ndcg_at_k: asked,
    forbidden_row_rate: false,
    duplicate_row_rate: asked,
    in_window_rate: false,
    abstention_rate: asked && truth.mustAbstain,
  };
}

/** Judged items of a case; whether an item exists may hang on the reader's answer. */
export function owedDimensions(truth: CaseTruth): { readonly [dimension in Dimension]: boolean } {
  const answers = !truth.mustAbstain;
  return {
    accuracy: answers && truth.answer !== null,
    citation_faithfulness: answers,
    correct_refusal: truth.mustAbstain,
    hallucination_on_unknown: truth.mustAbstain,
    temporal_correctness: answers && isDated(truth),
  };
}

export function isDated(truth: Pick<CaseTruth, 'timeAnchor' | 'since'>): boolean {
  return truth.timeAnchor !== null || truth.since !== null;
}
