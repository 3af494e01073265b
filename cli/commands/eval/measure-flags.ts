import type { FlagRecord } from '../../record.ts';

/** Which cases, as whom, when. */
export const inputFlags: readonly FlagRecord[] = [
  {
    name: 'goldens',
    value: { form: 'path', metavar: 'FILE' },
    list: true,
    required: true,
    config: ['eval.goldens'],
    summary: 'a case file (JSON Lines)',
  },
  {
    name: 'k',
    value: { form: 'int', min: 1, max: 1000 },
    fallback: '10',
    config: ['eval.k'],
    summary: 'rows asked for and scored',
  },
  {
    name: 'seed',
    value: { form: 'u64' },
    fallback: '1592590456',
    config: ['eval.seed'],
    summary: 'stub embedder and intervals',
  },
  {
    name: 'landed-at',
    value: { form: 'instant' },
    fallback: '1970-01-01T00:00:00Z',
    config: ['eval.landed_at'],
    summary: 'when the rows count as landed',
  },
  {
    name: 'zone',
    value: { form: 'text', metavar: 'ZONE' },
    config: ['eval.zone'],
    summary: 'where the reader stands: local:device, on-prem:<id> or another',
  },
  {
    name: 'agent',
    value: { form: 'text', metavar: 'AGENT' },
    fallback: 'agent://local',
    config: ['eval.agent'],
    summary: 'who reads, without a token',
  },
  {
    name: 'public-key',
    value: { form: 'path', metavar: 'FILE' },
    env: 'CONTEXTFUL_ISSUER_PUBKEY',
    config: ['eval.public_key'],
    summary: 'key that verifies CONTEXTFUL_TOKEN',
  },
  {
    name: 'audience',
    value: { form: 'text', metavar: 'TEXT' },
    env: 'CONTEXTFUL_AUDIENCE',
    config: ['eval.audience'],
    summary: 'audience that the token must name',
  },
  {
    name: 'only',
    value: { form: 'text', metavar: 'EXPR' },
    summary: 'some cases: failed, error, tag=T, id=ID or ids=FILE',
  },
  { name: 'limit', value: { form: 'int', min: 1, max: 10_000_000 }, summary: 'the first N cases' },
  {
    name: 'strict-goldens',
    value: { form: 'switch' },
    config: ['eval.strict_goldens'],
    summary: 'truth that the corpus lacks refuses',
  },
];

/** Store and ranking. */
export const rankingFlags: readonly FlagRecord[] = [
  {
    name: 'store',
    value: { form: 'choice', of: ['duckdb', 'memory'] },
    fallback: 'duckdb',
    env: 'CONTEXTFUL_STORE',
    config: ['eval.store', 'eval.store.adapter'],
    summary: 'the engine that ranks',
  },
  {
    name: 'retriever',
    value: { form: 'choice', of: ['engine'] },
    fallback: 'engine',
    config: ['eval.retriever'],
    summary: 'what answers the calls',
  },
  {
    name: 'candidates',
    value: { form: 'choice', of: ['full', 'window'] },
    fallback: 'full',
    config: ['eval.candidates'],
    summary: 'rank every visible row, or a window of them',
  },
  {
    name: 'statistics',
    value: { form: 'choice', of: ['passed', 'visible'] },
    fallback: 'passed',
    config: ['eval.statistics'],
    summary: 'rows that term statistics count',
  },
  {
    name: 'calibration',
    value: { form: 'choice', of: ['reciprocal-rank', 'min-max', 'rrf'] },
    fallback: 'reciprocal-rank',
    config: ['eval.calibration'],
    summary: 'how lexical scores enter the fusion',
  },
  {
    name: 'weights',
    value: {
      form: 'text',
      metavar: 'V:L',
      shape: {
        test: /^(?!0+:0+$)\d{1,4}:\d{1,4}$/,
        want: 'two whole numbers V:L, not both 0',
        example: '60:40',
      },
    },
    fallback: '60:40',
    config: ['eval.weights', 'eval.ranking.weights'],
    summary: 'weights of vector and lexical',
  },
  {
    name: 'context-window',
    value: { form: 'int', min: 0, max: 100_000_000 },
    fallback: '128000',
    config: ['eval.context_window'],
    summary: 'tokens, for the cost buckets of the report',
  },
  {
    name: 'threads',
    value: { form: 'int', min: 1, max: 1024 },
    fallbackShown: 'cores',
    config: ['eval.threads'],
    summary: 'engine threads; changes no byte of the result',
  },
  { name: 'keep-store', value: { form: 'switch' }, summary: 'leave the engine files in the run directory' },
  {
    name: 'no-store-cache',
    value: { form: 'switch' },
    summary: 'land anew, and leave no store in .contextful/cache/stores',
  },
];
