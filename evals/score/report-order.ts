import type { LegFigures } from './leg-figures.ts';
import type { JudgeCase, PerLeg, ReportCase } from './report.ts';

// The members of the lists of a report stand here in code-point order, so that the platform's own writer gives the
// bytes of documentJson and canonicalJson at a fraction of their cost. Members that are undefined are not written.

/** A case as its report writes it, but for what a clock or a price touches. */
export function orderedCase(one: ReportCase): object {
  return {
    digest: one.digest,
    edge_metrics: one.edge_metrics === undefined ? undefined : orderedMetrics(one.edge_metrics),
    edges: one.edges === undefined ? undefined : orderedLegs(one.edges),
    id: one.id,
    legs: orderedLegs(one.legs),
    line: one.line,
    metrics: orderedMetrics(one.metrics),
    out_of_window: one.out_of_window === undefined ? undefined : orderedLegs(one.out_of_window),
    outcome: one.outcome,
    reasons: one.reasons,
    tags: one.tags,
    ties: one.ties,
  };
}

/** What reader and judge made of a case, as its report writes it. */
export function orderedJudgeCase({ id, answer, verdicts }: JudgeCase): object {
  return {
    answer: answer === null ? null : orderedAnswer(answer),
    id,
    verdicts: verdicts.map(({ attempts, dimension, judgment, reason }) => ({
      attempts,
      dimension,
      judgment,
      reason,
    })),
  };
}

function orderedAnswer({ abstained, citations, text }: NonNullable<JudgeCase['answer']>): object {
  return { abstained, citations: citations.map(({ key, table }) => ({ key, table })), text };
}

export function orderedSystems({ bucket, cost, tokens }: NonNullable<ReportCase['systems']>): object {
  return { bucket, cost, tokens };
}

function orderedLegs({ hybrid, lexical, vector }: PerLeg<unknown>): object {
  return { hybrid, lexical, vector };
}

function orderedMetrics({ hybrid, lexical, vector }: PerLeg<LegFigures>): object {
  return {
    hybrid: hybrid === undefined ? undefined : orderedFigures(hybrid),
    lexical: lexical === undefined ? undefined : orderedFigures(lexical),
    vector: vector === undefined ? undefined : orderedFigures(vector),
  };
}

function orderedFigures(figures: LegFigures): LegFigures {
  return {
    abstention_rate: figures.abstention_rate,
    duplicate_row_rate: figures.duplicate_row_rate,
    forbidden_row_rate: figures.forbidden_row_rate,
    hit_rate_at_k: figures.hit_rate_at_k,
    in_window_rate: figures.in_window_rate,
    ndcg_at_k: figures.ndcg_at_k,
    r_precision: figures.r_precision,
    recall_at_k: figures.recall_at_k,
    reciprocal_rank: figures.reciprocal_rank,
  };
}
