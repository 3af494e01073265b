import { isRegression } from './leg-figures.ts';
import type { CaseTruth } from './read.ts';
import type { Dimension, Metric, RankedMetric } from './registry.ts';

/** `exact`: the case will bear the figure; `max`: the run may thin it; null: not owed. */
export type Owed = 'exact' | 'max' | null;

/** What a case's truth alone says about each artifact metric (scoring.md 9, planned counts). */
export function owedMetrics(truth: CaseTruth): { readonly [metric in Metric]: Owed } {
  const ranked = exactly(truth.artifacts.length > 0);
  return {
    ...rankedOwed(ranked),
    forbidden_row_rate: exactly(isRegression(truth)),
    duplicate_row_rate: 'exact',
    in_window_rate: atMost(truth.since !== null),
    abstention_rate: exactly(truth.mustAbstain),
  };
}

/** The edge surface is asked for cases with edge truth alone; no rate but two is defined on it. */
export function owedEdgeMetrics(truth: CaseTruth): { readonly [metric in Metric]: Owed } {
  const asked = truth.edges.length > 0;
  return {
    ...rankedOwed(exactly(asked)),
    forbidden_row_rate: null,
    duplicate_row_rate: exactly(asked),
    in_window_rate: null,
    abstention_rate: exactly(asked && truth.mustAbstain),
  };
}

/** Judged items of a case; whether an item exists may hang on the reader's answer. */
export function owedDimensions(truth: CaseTruth): { readonly [dimension in Dimension]: Owed } {
  const answers = !truth.mustAbstain;
  return {
    accuracy: atMost(answers && truth.answer !== null),
    citation_faithfulness: atMost(answers),
    correct_refusal: atMost(truth.mustAbstain),
    hallucination_on_unknown: atMost(truth.mustAbstain),
    temporal_correctness: atMost(answers && isDated(truth)),
  };
}

export function isDated(truth: Pick<CaseTruth, 'timeAnchor' | 'since'>): boolean {
  return truth.timeAnchor !== null || truth.since !== null;
}

function rankedOwed(owed: Owed): { readonly [metric in RankedMetric]: Owed } {
  return {
    recall_at_k: owed,
    r_precision: owed,
    hit_rate_at_k: owed,
    reciprocal_rank: owed,
    ndcg_at_k: owed,
  };
}

function exactly(owed: boolean): Owed {
  return owed ? 'exact' : null;
}

function atMost(owed: boolean): Owed {
  return owed ? 'max' : null;
}
