import type { FlagRecord } from '../../record.ts';
import { inputFlags, rankingFlags } from './measure-flags.ts';
import { modelFlags } from './model-flags.ts';
import { checkFlags, outputFlags } from './verdict-flags.ts';

const tier: FlagRecord = {
  name: 'tier',
  value: { form: 'choice', of: ['deterministic'] },
  fallback: 'deterministic',
  config: ['eval.tier'],
  summary: 'how it is measured',
};

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
    ...checkFlags.map(({ name }) => name),
  ],
  summary: 'score combinations: calibration=A/B,weights=V:L/V:L',
};

/** Flags of `eval run` (evaluate.md 2, scoring.md 1). */
export const runFlags: readonly FlagRecord[] = [
  ...inputFlags,
  ...rankingFlags,
  ...outputFlags,
  ...checkFlags,
  grid,
  tier,
  ...modelFlags,
];
