import * as z from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { jsonSchemaOf, keyedSchema } from '../score/keyed-schema.ts';
import { readDocument } from '../score/read-report.ts';
import { reportSchema } from '../score/report-schema.ts';
import { runChecksSchema } from './run-checks-schema.ts';
import { VERDICT_SCHEMA, type VerdictDocument } from './verdict.ts';

const figure = z.number().nullable();
const count = z.int().min(0);
const exit = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(130)]);
const verdictWord = z.enum(['held', 'red']);
const cases = z.array(z.strictObject({ id: z.string(), line: z.int().min(1) }));
const facts: z.ZodType<JsonObject> = keyedSchema(z.json());

const floorCheck = z.strictObject({
  path: z.string(),
  bound: z.number(),
  side: z.enum(['at_least', 'at_most']),
  measured: figure,
  n: count.nullable(),
  holds: z.boolean(),
  certain: z.boolean(),
  source: z.enum(['built_in', 'project']),
});

const comparison = z.strictObject({
  path: z.string(),
  baseline: z.number(),
  current: z.number(),
  band: z.number().min(0),
  outcome: z.enum(['improved', 'stable', 'regressed', 'short']),
  certain: z.boolean(),
});

const red = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('floor'),
    path: z.string(),
    measured: figure,
    bound: z.number(),
    certain: z.boolean(),
    cases,
  }),
  z.strictObject({
    kind: z.literal('baseline'),
    path: z.string(),
    measured: z.number(),
    baseline: z.number(),
    band: z.number().min(0),
    certain: z.boolean(),
    cases,
  }),
]);

const verdictSchema: z.ZodType<VerdictDocument> = z.strictObject({
  schema: z.literal(VERDICT_SCHEMA),
  ok: z.boolean(),
  run_id: z.string(),
  exit,
  outcome: z.enum(['green', 'red', 'unmeasured', 'not_comparable', 'interrupted']),
  floors: z.strictObject({ verdict: verdictWord, checks: z.array(floorCheck) }).nullable(),
  baseline: z
    .strictObject({ file: z.string(), verdict: verdictWord, comparisons: z.array(comparison) })
    .nullable(),
  limit: z.strictObject({ missing: count, sampled: count, max: z.number().min(0).max(1) }),
  reds: z.array(red),
  raised: z.array(z.strictObject({ path: z.string(), from: z.number(), to: z.number() })),
  warnings: z.array(z.string()),
  next: z.array(z.string()),
  refusal: z
    .strictObject({
      code: z.string(),
      clause: z.string().nullable(),
      message: z.string(),
      facts,
      hint: z.string().nullable(),
    })
    .exactOptional(),
  checks: runChecksSchema.exactOptional(),
  report: reportSchema.exactOptional(),
});

/** A stored verdict. Throws ReportUnreadable naming line and member. */
export function readVerdict(bytes: Uint8Array, file: string): VerdictDocument {
  return readDocument(bytes, file, verdictSchema);
}

/** The published JSON Schema of a verdict. */
export function verdictJsonSchema(): JsonObject {
  return jsonSchemaOf(verdictSchema);
}
