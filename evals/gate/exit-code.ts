import type { RefusalExit } from '../../core/refusal.ts';

export type ExitInput = {
  readonly interrupted?: boolean;
  /** Exit of a refusal raised before the suite. */
  readonly refusal?: RefusalExit | undefined;
  readonly floors?: 'held' | 'red';
  readonly baseline?: 'held' | 'red' | null;
  /** At least one red check stays red whatever the missing cases would score. */
  readonly certain?: boolean;
  /** Errored plus unscored cases. */
  readonly missing?: number;
  readonly sampled?: number;
  readonly unscored_max?: number;
  /** Exit of a refusal after the suite: an entry that resolves to no figure. */
  readonly gateRefusal?: RefusalExit | undefined;
};

/**
 * Exit code of a run (scoring.md 5), first match: an outage must not turn a leak into "could not measure", nor
 * a partial mean into a regression.
 */
export function exitCode(input: ExitInput): 0 | RefusalExit {
  if (input.interrupted === true) return 130;
  if (input.refusal !== undefined) return input.refusal;
  const red = input.floors === 'red' || input.baseline === 'red';
  if (red && input.certain === true) return 1;
  if (isOverLimit(input.missing ?? 0, input.sampled ?? 0, input.unscored_max ?? 0)) return 3;
  if (input.gateRefusal !== undefined) return input.gateRefusal;
  return red ? 1 : 0;
}

/** Compared as counts: 5 of 100 is inside a limit of 0.05. */
export function isOverLimit(missing: number, sampled: number, max: number): boolean {
  return missing > 0 && missing / sampled > max;
}
