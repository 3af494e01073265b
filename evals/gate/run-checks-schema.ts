import * as z from 'zod';
import type { RunChecks } from './run-checks.ts';

const count = z.int().min(0);
const line = z.int().min(1);

const difference = z.strictObject({
  case: z.string(),
  leg: z.string(),
  surface: z.enum(['retrieval', 'edge_retrieval']),
  row: z.string().nullable(),
  rank: z.int().min(1).nullable(),
  term: z.string(),
  here: z.string().nullable(),
  there: z.string().nullable(),
});

/** `checks` of a verdict. */
export const runChecksSchema: z.ZodType<RunChecks> = z.strictObject({
  ok: z.boolean(),
  also: z
    .strictObject({
      stores: z.tuple([z.string(), z.string()]),
      answers: count,
      difference: difference.nullable(),
    })
    .exactOptional(),
  repeat: z
    .strictObject({
      runs: z.array(z.strictObject({ threads: z.int().min(1), batch: z.int().min(1), figures: z.string() })),
    })
    .exactOptional(),
  prove: z
    .strictObject({
      parts: z
        .array(
          z.strictObject({
            part: z.string(),
            state: z.enum(['red', 'green', 'not_exercised']),
            reds: z.array(z.string()),
            cases: count,
            why: z.string().nullable(),
          }),
        )
        .nullable(),
    })
    .exactOptional(),
  canary: z
    .strictObject({
      landed: z.strictObject({ withheld: count, foreign_zone: count, future: count }),
      answers: count,
      difference: difference.extend({ canaries: z.string() }).nullable(),
      forbidden_absent: z.array(
        z.strictObject({ case: z.string(), file: z.string(), line, row: z.string() }),
      ),
    })
    .exactOptional(),
  findings: z.array(
    z.strictObject({
      check: z.enum(['also', 'repeat', 'prove', 'canary']),
      message: z.string(),
      case: z.strictObject({ id: z.string(), file: z.string(), line }).nullable(),
    }),
  ),
});
