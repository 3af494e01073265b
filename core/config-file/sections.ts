import * as z from 'zod';
import { releaseSection } from './release-section.ts';

/** Text that holds at least one character. */
const word = z.string().min(1);
const share = z.number().min(0).max(1);
const count = z.int().min(0);
/** Text in the forms of the command line: `120s`, `1GiB`, `2030-06-01T00:00:00Z`; read by the flag's own coercer. */
const asOnCommandLine = word;
/** A size as the engine reads it: whole or with a fraction, above zero, with its unit. */
const bytes = z
  .string()
  .regex(/^(?!0+(\.0+)?[ A-Za-z])[0-9]{1,6}(\.[0-9]{1,3})? ?[MGT](i?B)$/)
  .meta({ examples: ['1GiB'] });
/** A table whose schema belongs to a part that reads it itself. */
const openTable = z.record(z.string(), z.unknown());

const cliSection = z.strictObject({
  color: z.enum(['auto', 'always', 'never']).exactOptional().describe('colour of output'),
  progress: z.enum(['auto', 'plain', 'off']).exactOptional().describe('how progress shows on stderr'),
  heartbeat: z
    .int()
    .min(1)
    .max(3600)
    .exactOptional()
    .describe('seconds between progress lines without a terminal'),
  suggest: z.boolean().exactOptional().describe('suggest what may have been meant'),
});

const floor = z.strictObject({
  path: word.describe('metric path'),
  stat: z.enum(['mean', 'min', 'max']).exactOptional(),
  at_least: z.number().exactOptional(),
  at_most: z.number().exactOptional(),
  zero_cases: z.enum(['breach', 'hold']).exactOptional(),
  sets: z.array(word).exactOptional().describe('globs of case files'),
  note: z.string().exactOptional(),
});

const store = z.strictObject({
  adapter: word.exactOptional().describe('as --store'),
  memory: bytes.exactOptional().describe('memory limit of the engine'),
  distribute: z.boolean().exactOptional(),
  cache_bytes: z
    .union([count, bytes])
    .exactOptional()
    .describe('size of all cached stores together; 0 = none'),
});

const ranking = z.strictObject({
  k1: z.number().min(0).exactOptional(),
  b: share.exactOptional(),
  floor: z.enum(['on', 'off']).exactOptional(),
  max_tokens: count.exactOptional(),
  weights: word.exactOptional().describe('V:L, as --weights'),
});

const endpoint = z.strictObject({
  url: word.exactOptional(),
  model: word.exactOptional(),
  judge_url: word.exactOptional(),
  judge_model: word.exactOptional(),
  key_env: word.exactOptional().describe('name of the variable that holds the key; never the key'),
  price: z
    .record(z.string(), z.strictObject({ input: z.number().min(0), output: z.number().min(0) }))
    .exactOptional()
    .describe('price per million tokens, by model'),
  currency: word.exactOptional(),
});

/** `[eval]`: the flags of `eval run` with `_`, and what has no flag. */
const evalSection = z.strictObject({
  dir: word.exactOptional().describe('the evaluation directory'),
  goldens: z
    .union([word, z.array(word)])
    .exactOptional()
    .describe('case files'),
  baseline: word.exactOptional(),
  k: z.int().min(1).max(1000).exactOptional(),
  seed: z.union([count, word]).exactOptional(),
  landed_at: asOnCommandLine.exactOptional(),
  zone: word.exactOptional(),
  agent: word.exactOptional(),
  public_key: word.exactOptional(),
  audience: word.exactOptional(),
  store: z.union([word, store]).exactOptional(),
  retriever: z.union([word, openTable]).exactOptional(),
  legs: z.union([word, z.array(word)]).exactOptional(),
  candidates: z.enum(['full', 'window']).exactOptional(),
  statistics: z.enum(['passed', 'visible']).exactOptional(),
  calibration: z.enum(['reciprocal-rank', 'min-max', 'rrf']).exactOptional(),
  weights: word.exactOptional(),
  context_window: count.exactOptional(),
  threads: z.int().min(1).max(1024).exactOptional(),
  strict_goldens: z.boolean().exactOptional(),
  unscored_max: share.exactOptional(),
  tier: z.enum(['deterministic', 'judged']).exactOptional(),
  corpus_roots: z.array(word).exactOptional(),
  edge_surface: z.enum(['', 'engine', 'http', 'mcp']).exactOptional(),
  fsync: z.enum(['batch', 'case']).exactOptional(),
  raise_except: z.array(word).exactOptional().describe('metric paths that no raise moves'),
  reviewers: z.array(word).exactOptional(),
  floors: z.array(floor).exactOptional(),
  ranking: ranking.exactOptional(),
  recall: z.strictObject({ tiers: z.array(word).exactOptional() }).exactOptional(),
  policy: z.strictObject({ default_rows: word.exactOptional() }).exactOptional(),
  held_out: z
    .strictObject({ gate: z.array(word).exactOptional(), tuning: z.array(word).exactOptional() })
    .exactOptional(),
  endpoint: endpoint.exactOptional(),
});

const chord = z.string();

/** Of `[tui]`: what only changes how it looks and feels, so that a user may set it for all projects. */
const look = {
  theme: word.exactOptional().describe('colours'),
  symbols: z.enum(['auto', 'ascii', 'utf8', 'braille']).exactOptional().describe('signs to draw with'),
  mouse: z.boolean().exactOptional().describe('take mouse events'),
  screen_reader: z.boolean().exactOptional().describe('plain lines and a prompt instead of a screen'),
  editor: word.exactOptional().describe('command that opens a file; stronger than VISUAL and EDITOR'),
  open: word.exactOptional().describe('command that opens a report'),
  dates: z.enum(['utc', 'local']).exactOptional(),
  esc_ms: z.int().min(0).max(1000).exactOptional().describe('milliseconds until a lone ESC is the key'),
  preview: z.boolean().exactOptional().describe('show the detail below a list'),
  ambiguous: z.enum(['narrow', 'wide']).exactOptional().describe('cells of ambiguous characters'),
  bidi: z.boolean().exactOptional().describe('the terminal reorders right-to-left text'),
  clipboard: z.enum(['auto', 'osc52', 'tool', 'file', 'off']).exactOptional(),
  keys: z
    .record(z.string(), z.union([chord, z.array(chord)]))
    .exactOptional()
    .describe('chords by action'),
  columns: z.record(z.string(), z.array(word)).exactOptional().describe('columns in order, by screen'),
};

const tuiSection = z.strictObject({
  ...look,
  read_only: z.boolean().exactOptional().describe('change nothing on disk'),
  confirm: z.boolean().exactOptional().describe('ask before a run is started'),
  start: word.exactOptional().describe('the screen to open'),
  actor: word.exactOptional().describe('whose name decisions carry'),
  filters: z
    .array(z.strictObject({ name: word, screen: word, filter: word }))
    .exactOptional()
    .describe('saved filters'),
});

/** `tui.toml` of a user. */
export const lookSchema = z.strictObject({ tui: z.strictObject(look).exactOptional() });

/** Everything that `contextful.toml` may hold. */
export const configSchema = z.strictObject({
  version: z.literal(1),
  cli: cliSection.exactOptional(),
  tui: tuiSection.exactOptional(),
  eval: evalSection.exactOptional(),
  release: releaseSection.exactOptional(),
  gate: openTable.exactOptional(),
  packs: openTable.exactOptional(),
  audit: openTable.exactOptional(),
});

export type Config = z.infer<typeof configSchema>;
export type Look = z.infer<typeof lookSchema>;
