import type { FlagRecord } from '../../record.ts';

/** What the run is held against, and where it is written. */
export const outputFlags: readonly FlagRecord[] = [
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
export const checkFlags: readonly FlagRecord[] = [
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
