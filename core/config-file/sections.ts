import { z } from 'zod';

/** Text that holds at least one character. */
const word = z.string().min(1);
const share = z.number().min(0).max(1);
const count = z.int().min(0);
/** Text in the forms of the command line: `120s`, `1GiB`, `2030-06-01T00:00:00Z`; read by the flag's own coercer. */
const asOnCommandLine = word;
/** A table whose schema belongs to a part that reads it itself. */
const openTable = z.record(z.string(), z.unknown());

export const cliSection = z.strictObject({
  color: z.enum(['auto', 'always', 'never']).optional().describe('colour of output'),
  progress: z.enum(['auto', 'plain', 'off']).optional().describe('how progress shows on stderr'),
  heartbeat: z
    .int()
    .min(1)
    .max(3600)
    .optional()
    .describe('seconds between progress lines without a terminal'),
  suggest: z.boolean().optional().describe('suggest what may have been meant'),
});

const floor = z.strictObject({
  path: word.describe('metric path'),
  stat: z.enum(['mean', 'min', 'max']).optional(),
  at_least: z.number().optional(),
  at_most: z.number().optional(),
  zero_cases: z.enum(['breach', 'hold']).optional(),
  sets: z.array(word).optional().describe('globs of case files'),
  note: z.string().optional(),
});

const store = z.strictObject({
  adapter: word.optional().describe('as --store'),
  memory: asOnCommandLine.optional().describe('memory limit of the engine'),
  distribute: z.boolean().optional(),
  cache_bytes: z.union([count, asOnCommandLine]).optional(),
});

const ranking = z.strictObject({
  k1: z.number().min(0).optional(),
  b: share.optional(),
  floor: z.enum(['on', 'off']).optional(),
  max_tokens: count.optional(),
  weights: word.optional().describe('V:L, as --weights'),
});

const endpoint = z.strictObject({
  url: word.optional(),
  model: word.optional(),
  judge_url: word.optional(),
  judge_model: word.optional(),
  key_env: word.optional().describe('name of the variable that holds the key; never the key'),
  price: z
    .record(z.string(), z.strictObject({ input: z.number().min(0), output: z.number().min(0) }))
    .optional()
    .describe('price per million tokens, by model'),
  currency: word.optional(),
});

/** `[eval]`: the flags of `eval run` with `_`, and what has no flag. */
export const evalSection = z.strictObject({
  dir: word.optional().describe('the evaluation directory'),
  goldens: z
    .union([word, z.array(word)])
    .optional()
    .describe('case files'),
  baseline: word.optional(),
  k: z.int().min(1).max(1000).optional(),
  seed: z.union([count, word]).optional(),
  landed_at: asOnCommandLine.optional(),
  zone: word.optional(),
  agent: word.optional(),
  public_key: word.optional(),
  audience: word.optional(),
  store: z.union([word, store]).optional(),
  retriever: z.union([word, openTable]).optional(),
  legs: z.union([word, z.array(word)]).optional(),
  candidates: z.enum(['full', 'window']).optional(),
  statistics: z.enum(['passed', 'visible']).optional(),
  calibration: z.enum(['reciprocal-rank', 'min-max', 'rrf']).optional(),
  weights: word.optional(),
  context_window: count.optional(),
  threads: z.int().min(1).max(1024).optional(),
  strict_goldens: z.boolean().optional(),
  unscored_max: share.optional(),
  tier: z.enum(['deterministic', 'judged']).optional(),
  corpus_roots: z.array(word).optional(),
  edge_surface: z.enum(['', 'engine', 'http', 'mcp']).optional(),
  fsync: z.enum(['batch', 'case']).optional(),
  raise_except: z.array(word).optional().describe('metric paths that no raise moves'),
  reviewers: z.array(word).optional(),
  floors: z.array(floor).optional(),
  ranking: ranking.optional(),
  recall: z.strictObject({ tiers: z.array(word).optional() }).optional(),
  policy: z.strictObject({ default_rows: word.optional() }).optional(),
  held_out: z.strictObject({ gate: z.array(word).optional(), tuning: z.array(word).optional() }).optional(),
  endpoint: endpoint.optional(),
});

/** Everything that `contextful.toml` may hold. */
export const configSchema = z.strictObject({
  version: z.literal(1),
  cli: cliSection.optional(),
  tui: openTable.optional(),
  eval: evalSection.optional(),
  release: openTable.optional(),
  gate: openTable.optional(),
  packs: openTable.optional(),
  audit: openTable.optional(),
});

export type Config = z.infer<typeof configSchema>;
