import { Refusal, type RefusalDetails, type RefusalExit } from '../core/refusal.ts';

/** One named error: its exit code, the clause that asks for it, when it is raised, and the usual next step. */
export type RefusalRecord = {
  readonly exit: RefusalExit;
  readonly clause: string;
  readonly when: string;
  readonly next: string;
};

export const refusals = {
  EvalCaseInvalid: {
    exit: 2,
    clause: 'assurance.evaluate.case-format',
    when: 'a case file breaks the case format',
    next: 'mend the line; docs/case-format.md lists every member',
  },
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
