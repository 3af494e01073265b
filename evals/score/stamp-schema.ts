import * as z from 'zod';
import { parseSeed } from '../stats/seeds.ts';
import { keyedSchema } from './keyed-schema.ts';
import type { RunStamp } from './run-stamp.ts';

export const digestSchema = z.templateLiteral(['sha256:', z.string().regex(/^[0-9a-f]{64}$/)]);
const month = z.string().regex(/^[0-9]{4}-(?:0[1-9]|1[0-2])$/);

export const cutoffSchema = z
  .strictObject({ month, tag: z.enum(['documented', 'estimated']), lo: month, hi: month })
  .refine(({ month: at, lo, hi }) => lo <= at && at <= hi, 'the interval holds not the month')
  .nullable();
export const seedSchema = z
  .string()
  .refine(text => parseSeed(text) !== undefined, 'no unsigned 64-bit decimal');
export const metricsVersionSchema = z.string().regex(/^[1-9][0-9]*:[0-9a-f]{12}$/);
export const positiveInteger = z.int().min(1);
export const tierSchema = z.enum(['deterministic', 'judged']);
export const corporaSchema = keyedSchema(digestSchema);

const readerShape = {
  snapshot: z.string().nullable(),
  pretrain_cutoff: cutoffSchema,
  posttrain_cutoff: cutoffSchema,
};

/** The stamp of a run; a baseline's may leave members out (gate/stamp). */
export const runStampSchema: z.ZodType<RunStamp> = z.strictObject({
  k: positiveInteger,
  tier: tierSchema,
  model: z.string().nullable(),
  samples: positiveInteger,
  seed: seedSchema,
  case_set: digestSchema,
  corpora: corporaSchema,
  metrics_version: metricsVersionSchema,
  read: digestSchema,
  prompt_digest: digestSchema.exactOptional(),
  reader: z.strictObject(readerShape).exactOptional(),
  judge: z.strictObject({ ...readerShape, model: z.string().nullable() }).exactOptional(),
});
