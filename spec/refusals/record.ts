import type { RefusalExit } from '../../core/refusal.ts';

/** One named error: its exit code, the clause that asks for it, when it is raised, and the usual next step. */
export type RefusalRecord = {
  readonly exit: RefusalExit;
  readonly clause: string;
  readonly when: string;
  readonly next: string;
};
