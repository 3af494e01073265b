import * as z from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { LEGS } from '../store/port.ts';
import { jsonSchemaOf, keyedSchema } from './keyed-schema.ts';
import { OUTCOMES } from './outcome.ts';
import type { Dimension, Metric } from './registry.ts';
import { type JudgeCase, REPORT_SCHEMA, type ReportCase, type ReportDocument } from './report.ts';
import { digestSchema, runStampSchema } from './stamp-schema.ts';

const figure = z.number().nullable();
const count = z.int().min(0);
const object: z.ZodType<JsonObject> = keyedSchema(z.json());
const leg = z.enum(LEGS);

const summaryShape = {
  n: count,
  mean: figure,
  min: figure,
  max: figure,
  missing: z.int().min(1).exactOptional(),
};
const summary = z.strictObject(summaryShape);
const interval = z.strictObject({ level: z.number(), resamples: count, lo: figure, hi: figure });
const judgedSummary = z.strictObject({ ...summaryShape, interval });

const metricNodes = byMetric(summary);
export const legFiguresSchema = z.strictObject(byMetric(figure));
const judgedNodes = byDimension(judgedSummary);
const perLegSummaries = perLeg(z.strictObject(metricNodes));

const slice = z.strictObject({
  n_cases: count,
  ...metricNodes,
  retrieval: perLegSummaries,
  edge_retrieval: perLegSummaries.exactOptional(),
  judge: z.strictObject(judgedNodes).exactOptional(),
});

export const referenceSchema = z.union([z.string(), z.tuple([z.string(), z.string()])]);

export const reportCaseSchema: z.ZodType<ReportCase> = z.strictObject({
  id: z.string(),
  line: z.int().min(1),
  digest: digestSchema,
  tags: z.array(z.string()),
  outcome: z.enum(OUTCOMES),
  reasons: z.array(z.string()),
  legs: perLeg(z.array(referenceSchema)),
  out_of_window: perLeg(z.array(z.int().min(1))).exactOptional(),
  metrics: perLeg(legFiguresSchema),
  edges: perLeg(z.array(z.string())).exactOptional(),
  edge_metrics: perLeg(legFiguresSchema).exactOptional(),
  ties: z.array(leg),
  systems: z.strictObject({ tokens: count, cost: figure, bucket: z.string() }).exactOptional(),
});

const judgment = z.union([
  z.strictObject({ score: z.number().min(0).max(1) }),
  z.enum(['refused', 'answered']),
  z.strictObject({ unscored: z.string() }),
]);

export const itemVerdictSchema = z.strictObject({
  dimension: z.enum(['abstention', 'accuracy', 'citation_faithfulness', 'temporal_correctness']),
  judgment,
  attempts: z.int().min(1).exactOptional(),
  reason: z.string().exactOptional(),
});

export const judgeCaseSchema: z.ZodType<JudgeCase> = z.strictObject({
  id: z.string(),
  answer: z
    .strictObject({
      text: z.string(),
      citations: z.array(z.strictObject({ table: z.string(), key: z.string() })),
      abstained: z.boolean(),
    })
    .nullable(),
  verdicts: z.array(itemVerdictSchema),
});

const systemsShape = { tokens_per_query: summary, cost: figure };

const harness = z.strictObject({
  landed_at: z.string(),
  store: z.strictObject({ adapter: z.string(), engine: z.string(), version: z.string() }),
  retriever: z.strictObject({ kind: z.string(), target: z.string().nullable(), legs: z.array(leg) }),
  ranking: object,
  session: object,
  retriever_tally: object,
  goldens: object,
});

export const reportSchema: z.ZodType<ReportDocument> = z.strictObject({
  schema: z.literal(REPORT_SCHEMA),
  run: runStampSchema,
  n_cases: count,
  partial: z.literal(true).exactOptional(),
  tally: z.strictObject({ sampled: count, dropped: count, unscored: count, unscored_by: keyedSchema(count) }),
  outcomes: z.strictObject({ pass: count, fail: count, error: count, unscored: count, skipped: count }),
  ties: perLeg(count),
  retrieval: perLegSummaries,
  edge_retrieval: perLegSummaries.exactOptional(),
  latency_ms: summary.exactOptional(),
  systems: z
    .strictObject({
      ...systemsShape,
      buckets: keyedSchema(z.strictObject({ ...systemsShape, latency_ms: summary, n_cases: count })),
    })
    .exactOptional(),
  intervals: keyedSchema(interval),
  judge: z
    .strictObject({
      by: z.enum(['stub', 'endpoint']),
      judge_calls: count,
      ...judgedNodes,
      repeatability: object.exactOptional(),
      drift: object.exactOptional(),
      accounting: object.exactOptional(),
      cases: z.array(judgeCaseSchema),
    })
    .exactOptional(),
  harness: harness.exactOptional(),
  slices: keyedSchema(slice),
  cases: z.array(reportCaseSchema),
});

/** The published JSON Schema of a report. */
export function reportJsonSchema(): JsonObject {
  return jsonSchemaOf(reportSchema);
}

export function perLeg<T extends z.ZodType>(member: T) {
  return z.strictObject({
    lexical: member.exactOptional(),
    vector: member.exactOptional(),
    hybrid: member.exactOptional(),
  });
}

function byMetric<T extends z.ZodType>(member: T): { readonly [metric in Metric]: T } {
  return {
    recall_at_k: member,
    r_precision: member,
    hit_rate_at_k: member,
    reciprocal_rank: member,
    ndcg_at_k: member,
    forbidden_row_rate: member,
    duplicate_row_rate: member,
    in_window_rate: member,
    abstention_rate: member,
  };
}

function byDimension<T extends z.ZodType>(member: T): { readonly [dimension in Dimension]: T } {
  return {
    accuracy: member,
    citation_faithfulness: member,
    correct_refusal: member,
    hallucination_on_unknown: member,
    temporal_correctness: member,
  };
}
