import { compareCodePoints } from '../../core/code-points.ts';
import type { Nanoseconds } from '../../core/time.ts';

/** The members of a scored row that decide its place. */
export type Placed = {
  readonly inWindow: boolean;
  readonly score: number;
  /** Publication instant, else the instant of landing. */
  readonly datedNs: Nanoseconds;
  readonly table: string;
  readonly runId: string;
  readonly seq: number;
};

/** What leads below the window tier: the fused score, or the date when nothing in the call has a score. */
export type Lead = 'score' | 'date';

/** Final order of an answer (evaluate.md 9.5), total over the rows of one store. */
export function compareRanked(lead: Lead): (a: Placed, b: Placed) => number {
  const compareLead = lead === 'score' ? byScore : byDate;
  return (a, b) =>
    Number(b.inWindow) - Number(a.inWindow) ||
    compareLead(a, b) ||
    compareCodePoints(a.table, b.table) ||
    compareCodePoints(a.runId, b.runId) ||
    a.seq - b.seq;
}

function byScore(a: Placed, b: Placed): number {
  return b.score - a.score;
}

function byDate(a: Placed, b: Placed): number {
  return a.datedNs === b.datedNs ? 0 : a.datedNs > b.datedNs ? -1 : 1;
}
