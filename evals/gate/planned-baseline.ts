import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import type { BaselineEntry } from './baseline-entry.ts';
import type { BaselineFile } from './baseline-file.ts';
import { ENOUGH_CASES } from './gate-baseline.ts';
import { type PlannedCounts, plannedAt } from './planned-counts.ts';
import { throwFirst } from './throw-first.ts';

/** A count pin above its planned count, known before anything lands. */
export type CanOnlyBeRed = {
  readonly path: string;
  readonly line: number;
  readonly pinned: number;
  readonly planned: number;
};

/**
 * Before the suite: throws BaselinePathUnresolved (2), stage `plan`, for a mean entry that cannot reach 30
 * cases. Returns the count pins that can only be red.
 */
export function checkPlannedBaseline(baseline: BaselineFile, planned: PlannedCounts): CanOnlyBeRed[] {
  throwFirst(
    baseline.entries
      .filter(({ path }) => path.kind === 'mean' && plannedAt(planned, path).n < ENOUGH_CASES)
      .map(entry => thin(baseline, entry, plannedAt(planned, entry.path).n)),
  );
  return baseline.entries.flatMap(({ path, value, line }) => {
    const { n } = plannedAt(planned, path);
    return path.kind === 'count' && value > n ? [{ path: path.text, line, pinned: value, planned: n }] : [];
  });
}

function thin(baseline: BaselineFile, { path, line }: BaselineEntry, n: number): Refusal {
  const { text } = path;
  return refuse('BaselinePathUnresolved', {
    message: `\`${text}\` over ${n} cases, ${ENOUGH_CASES} needed`,
    place: { file: baseline.file, line, path: text },
    hint: 'add cases that bear this figure, or remove the entry',
    facts: { path: text, stage: 'plan', planned: n, needed: ENOUGH_CASES },
  });
}
