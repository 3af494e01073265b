import * as z from 'zod';

const text = z
  .string()
  .min(1)
  .max(1024)
  .regex(/^[^\p{Cc}\p{Surrogate}]*$/u);

/** Claims of a credential beside `aud` and `exp` (evaluate.md 5.1). What is not listed is not read. */
export const claimsSchema = z.object({
  agent: text,
  zone: text,
  tables: z.array(text).max(1024),
  tenant: text.optional(),
  rows: z.string().optional(),
  subject: z
    .record(
      text,
      z.union([
        z
          .string()
          .max(4096)
          .regex(/^[^\0\p{Surrogate}]*$/u),
        z.number(),
        z.boolean(),
      ]),
    )
    .optional(),
  limits: z.object({ rows: z.int().min(1).optional() }).optional(),
});

export type Claims = z.infer<typeof claimsSchema>;
