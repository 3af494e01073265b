import type { FlagRecord } from '../../record.ts';

const MONTH = String.raw`\d{4}-(0[1-9]|1[0-2])`;

const cutoff = {
  form: 'text',
  metavar: 'CUTOFF',
  shape: {
    test: new RegExp(`^${MONTH}:(documented|estimated(:${MONTH}/${MONTH})?)$`),
    want: 'YYYY-MM:documented, YYYY-MM:estimated or YYYY-MM:estimated:YYYY-MM/YYYY-MM',
    example: '2029-06:documented',
    code: 'EvalCutoffMalformed',
  },
} as const;

/** Which cases, as whom, when. */
const inputs: readonly FlagRecord[] = [
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
    summary: 'some cases: failed, error, tag=T or id=ID',
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
const ranking: readonly FlagRecord[] = [
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

/** What the run is held against, and where it is written. */
const outputs: readonly FlagRecord[] = [
  {
    name: 'baseline',
    value: { form: 'path', metavar: 'FILE' },
    config: ['eval.baseline'],
    summary: 'the baseline to hold it against',
  },
  {
    name: 'floors-only',
    value: { form: 'switch' },
    excludes: ['update-baseline'],
    summary: 'leave the configured baseline out',
  },
  {
    name: 'update-baseline',
    value: { form: 'switch' },
    needs: ['baseline'],
    summary: 'raise improved figures when green',
  },
  { name: 'report', value: { form: 'path', metavar: 'FILE' }, summary: 'also write the report here' },
  {
    name: 'format',
    value: { form: 'text', metavar: 'NAME[=PATH]' },
    list: true,
    summary: 'text or json, to stdout or to a file',
  },
  {
    name: 'max-unscored',
    value: { form: 'rate' },
    fallback: '0',
    config: ['eval.unscored_max'],
    summary: 'share of cases that may stay unmeasured',
  },
  {
    name: 'fail-fast',
    value: { form: 'switch' },
    summary: 'end before landing when a pinned count can only be red',
  },
  { name: 'trec-out', value: { form: 'path', metavar: 'DIR' }, summary: 'write TREC runs and qrels.txt' },
  {
    name: 'checkpoint',
    value: { form: 'path', metavar: 'FILE' },
    fallbackShown: 'in the run directory',
    summary: 'the journal; resumes when it exists',
  },
  {
    name: 'resume',
    value: { form: 'text', metavar: 'RUN', bare: 'last' },
    excludes: ['checkpoint'],
    summary: 'continue a run; alone: the last of this plan',
  },
  {
    name: 'deep',
    value: { form: 'switch' },
    needs: ['plan'],
    summary: 'let --plan read and check every row',
  },
  {
    name: 'target',
    value: { form: 'span' },
    needs: ['plan'],
    summary: 'let --plan tell the time, and the split that ends in it',
  },
  {
    name: 'clock',
    value: { form: 'choice', of: ['real', 'frozen'] },
    fallback: 'real',
    summary: 'frozen: no duration, for byte comparisons',
  },
];

/** What is checked of the run itself, once it is judged. A raise waits for a run without. */
const checks: readonly FlagRecord[] = [
  {
    name: 'also',
    value: { form: 'choice', of: ['duckdb', 'memory'] },
    excludes: ['update-baseline'],
    summary: 'compare every answer with that of a second store',
  },
  {
    name: 'repeat-check',
    value: { form: 'int', min: 2, max: 1000 },
    excludes: ['update-baseline'],
    summary: 'N runs over threads and batches must agree',
  },
  {
    name: 'prove',
    value: { form: 'switch' },
    excludes: ['update-baseline'],
    summary: 'break one part at a time: each must turn it red',
  },
  {
    name: 'canary',
    value: { form: 'switch' },
    excludes: ['update-baseline'],
    summary: 'land hidden rows beside: no answer may move',
  },
];

/** In place of a run: it judges nothing and leaves nothing behind. */
const grid: FlagRecord = {
  name: 'grid',
  value: { form: 'text', metavar: 'AXES' },
  excludes: [
    'plan',
    'baseline',
    'update-baseline',
    'report',
    'format',
    'trec-out',
    'checkpoint',
    'resume',
    ...checks.map(({ name }) => name),
  ],
  summary: 'score combinations: calibration=A/B,weights=V:L/V:L',
};

/** Of the judged tier; the deterministic one accepts these and says that they have no effect. */
export const modelFlags: readonly FlagRecord[] = [
  { name: 'snapshot', value: { form: 'text', metavar: 'TEXT' }, summary: 'stamped with a judged run' },
  { name: 'pretrain-cutoff', value: cutoff, summary: 'stamped with a judged run' },
  { name: 'posttrain-cutoff', value: cutoff, summary: 'stamped with a judged run' },
  { name: 'judge-snapshot', value: { form: 'text', metavar: 'TEXT' }, summary: 'stamped with a judged run' },
  { name: 'judge-pretrain-cutoff', value: cutoff, summary: 'stamped with a judged run' },
  { name: 'judge-posttrain-cutoff', value: cutoff, summary: 'stamped with a judged run' },
];

const tier: FlagRecord = {
  name: 'tier',
  value: { form: 'choice', of: ['deterministic'] },
  fallback: 'deterministic',
  config: ['eval.tier'],
  summary: 'how it is measured',
};

/** Flags of `eval run` (evaluate.md 2, scoring.md 1). */
export const runFlags: readonly FlagRecord[] = [
  ...inputs,
  ...ranking,
  ...outputs,
  ...checks,
  grid,
  tier,
  ...modelFlags,
];
