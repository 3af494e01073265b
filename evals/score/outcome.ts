import type { Leg } from '../store/port.ts';
import { BUILT_IN_FLOORS, keepsBound, type Side } from './built-in-floors.ts';
import { isMeasured } from './figure.ts';
import type { LegFigures } from './leg-figures.ts';

export const OUTCOMES = ['pass', 'fail', 'error', 'unscored', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Known from the configuration alone, so it is tallied and no fault of the run. */
export const EDGE_SURFACE = 'edge_surface';

export type OutcomeInput = {
  readonly skipped?: string;
  readonly error?: string;
  readonly unscored?: readonly string[];
  readonly legs?: { readonly [leg in Leg]?: OutcomeFigures };
};

type OutcomeFigures = Pick<
  LegFigures,
  'r_precision' | 'forbidden_row_rate' | 'duplicate_row_rate' | 'in_window_rate' | 'abstention_rate'
>;

/** Outcome of one case (scoring.md 5), first match; a case fails when alone it would break a floor. */
export function caseOutcome(input: OutcomeInput): Outcome {
  if (input.skipped !== undefined) return 'skipped';
  if (input.error !== undefined) return 'error';
  if ((input.unscored ?? []).some(reason => reason !== EDGE_SURFACE)) return 'unscored';
  const { lexical, vector, hybrid } = input.legs ?? {};
  const leaks = [lexical, vector, hybrid].some(leg => breaks(leg, LEAKS));
  return leaks || breaks(hybrid, HYBRID_RULES) ? 'fail' : 'pass';
}

type CaseRule = { readonly metric: keyof OutcomeFigures; readonly side: Side; readonly bound: number };

const LEAKS: readonly CaseRule[] = BUILT_IN_FLOORS.filter(({ side }) => side === 'at_most');
const HYBRID_RULES: readonly CaseRule[] = [
  ...BUILT_IN_FLOORS.filter(({ side }) => side === 'at_least'),
  { metric: 'abstention_rate', side: 'at_least', bound: 1 },
];

function breaks(leg: OutcomeFigures | undefined, rules: readonly CaseRule[]): boolean {
  if (leg === undefined) return false;
  return rules.some(({ metric, side, bound }) => {
    const figure = leg[metric];
    return isMeasured(figure) && !keepsBound(figure, side, bound);
  });
}
