import type { RunChecks } from './run-checks.ts';
import { outcomeOf, type VerdictDocument } from './verdict.ts';

/** The verdict of a run whose checks have ended: a finding of theirs turns green red, and no other colour. */
export function checkedVerdict(verdict: VerdictDocument, checks: RunChecks): VerdictDocument {
  if (checks.ok || verdict.exit !== 0) return { ...verdict, checks };
  return { ...verdict, ok: false, exit: 1, outcome: outcomeOf(1), checks };
}
