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

/** Of the judged tier; the deterministic one accepts these and says that they have no effect. */
export const modelFlags: readonly FlagRecord[] = [
  { name: 'snapshot', value: { form: 'text', metavar: 'TEXT' }, summary: 'stamped with a judged run' },
  { name: 'pretrain-cutoff', value: cutoff, summary: 'stamped with a judged run' },
  { name: 'posttrain-cutoff', value: cutoff, summary: 'stamped with a judged run' },
  { name: 'judge-snapshot', value: { form: 'text', metavar: 'TEXT' }, summary: 'stamped with a judged run' },
  { name: 'judge-pretrain-cutoff', value: cutoff, summary: 'stamped with a judged run' },
  { name: 'judge-posttrain-cutoff', value: cutoff, summary: 'stamped with a judged run' },
];
