import { Refusal, type RefusalDetails, type RefusalExit } from '../core/refusal.ts';
import { backtestRefusals } from './refusals/backtest.ts';
import { cliRefusals } from './refusals/cli.ts';
import { evaluateRefusals } from './refusals/evaluate.ts';
import { gatesRefusals } from './refusals/gates.ts';
import { packsRefusals } from './refusals/packs.ts';
import type { RefusalRecord } from './refusals/record.ts';
import { releaseRefusals } from './refusals/release.ts';
import { scoringRefusals } from './refusals/scoring.ts';

export type { RefusalRecord } from './refusals/record.ts';

/** The tables by area, in the order of docs/refusals.md. No code stands in two of them. */
export const refusalAreas = [
  { title: 'Evaluate', codes: evaluateRefusals },
  { title: 'Scoring', codes: scoringRefusals },
  { title: 'Command line and terminal UI', codes: cliRefusals },
  { title: 'Backtests and forecasts', codes: backtestRefusals },
  { title: 'Scenario packs', codes: packsRefusals },
  { title: 'Gates', codes: gatesRefusals },
  { title: 'Release', codes: releaseRefusals },
] as const satisfies readonly { title: string; codes: Record<string, RefusalRecord> }[];

export const refusals = {
  ...evaluateRefusals,
  ...scoringRefusals,
  ...cliRefusals,
  ...backtestRefusals,
  ...packsRefusals,
  ...gatesRefusals,
  ...releaseRefusals,
} as const satisfies Record<string, RefusalRecord>;

export type RefusalCode = keyof typeof refusals;

/** Builds the refusal of a declared code; exit, clause and next step come from the table unless given. */
export function refuse(
  code: RefusalCode,
  details: Omit<RefusalDetails, 'code' | 'exit'> & { readonly exit?: RefusalExit },
): Refusal {
  const record = refusals[code];
  return new Refusal({
    ...details,
    code,
    exit: details.exit ?? record.exit,
    clause: details.clause ?? record.clause,
    hint: details.hint ?? record.next,
  });
}
