import { compareCodePoints } from '../../core/code-points.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import { SMALL_SLICE } from '../score/slices.ts';
import { gainOf, isWithinBand } from './band.ts';
import type { BaselineEntry } from './baseline-entry.ts';
import type { BaselineFile } from './baseline-file.ts';
import { isCertain } from './certain.ts';
import { countAt, nodeAt } from './figure-at.ts';
import { recordOf } from './metric-path.ts';
import { firstOf } from './throw-first.ts';

export type ComparisonOutcome = 'improved' | 'stable' | 'regressed' | 'short';

export type Comparison = {
  readonly path: string;
  readonly baseline: number;
  readonly current: number;
  readonly band: number;
  readonly outcome: ComparisonOutcome;
  /** Of a regression: no missing case could mend it. */
  readonly certain: boolean;
};

export type BaselineVerdict = {
  readonly verdict: 'held' | 'red';
  readonly comparisons: readonly Comparison[];
};

/** Fewer cases behind a mean than this resolve no band. */
export const ENOUGH_CASES = SMALL_SLICE;

type Resolved = {
  readonly entry: BaselineEntry;
  readonly current: number;
  readonly n: number;
  readonly missing: number;
};

/**
 * Every entry resolves before any is compared (scoring.md 9). One that does not gives the refusal
 * BaselinePathUnresolved (3), stage `gate`, and no partial verdict. withinLimit: the share of errored and
 * unscored cases is inside its limit, so that a shortfall made of them alone is `short` and not red.
 */
export function gateBaseline(
  baseline: BaselineFile,
  report: JsonObject,
  withinLimit: boolean,
): BaselineVerdict | { readonly refusal: Refusal } {
  const resolved: Resolved[] = [];
  const faults: Refusal[] = [];
  for (const entry of baseline.entries) {
    const figure = resolve(entry, report);
    if (typeof figure === 'string') faults.push(unresolved(baseline, entry, figure));
    else resolved.push({ entry, ...figure });
  }
  const refusal = firstOf(faults);
  if (refusal !== undefined) return { refusal };
  const comparisons = resolved
    .map(figure => compare(figure, withinLimit))
    .sort((a, b) => compareCodePoints(a.path, b.path));
  const red = comparisons.some(({ outcome }) => outcome === 'regressed');
  return { verdict: red ? 'red' : 'held', comparisons };
}

/** A text: why the entry resolves to no figure. */
function resolve({ path }: BaselineEntry, report: JsonObject): Omit<Resolved, 'entry'> | string {
  if (path.kind === 'count') {
    const { count, missing } = countAt(report, path);
    return count === null
      ? `\`${path.text}\` is no count in this report`
      : { current: count, n: count, missing };
  }
  const node = nodeAt(report, path.steps);
  if (node?.n === undefined || node.n === null) return `\`${path.text}\` is no figure of this report`;
  if (node.n < ENOUGH_CASES) return `\`${path.text}\` over ${node.n} cases, ${ENOUGH_CASES} needed`;
  if (node.mean === null) return `\`${path.text}\` has no mean in this report`;
  return { current: node.mean, n: node.n, missing: node.missing };
}

function compare(figure: Resolved, withinLimit: boolean): Comparison {
  const { entry, current, n, missing } = figure;
  const { value: baseline, band, path } = entry;
  if (path.kind === 'count') {
    const outcome = countOutcome(baseline, current, missing, withinLimit);
    const certain = outcome === 'regressed' && isCertain({ kind: 'count', baseline, current, missing });
    return { path: path.text, baseline, current, band: 0, outcome, certain };
  }
  const lower = recordOf(path).better === 'lower';
  const outcome = meanOutcome(gainOf(baseline, current, lower), band);
  const certain =
    outcome === 'regressed' && isCertain({ kind: 'mean', baseline, band, current, n, missing, lower });
  return { path: path.text, baseline, current, band, outcome, certain };
}

/** A pinned count: the pin guards the truth, the limit of missing cases guards the measurement. */
export function countOutcome(
  baseline: number,
  current: number,
  missing: number,
  withinLimit: boolean,
): ComparisonOutcome {
  if (current === baseline) return 'stable';
  if (current > baseline) return 'improved';
  return withinLimit && current + missing >= baseline ? 'short' : 'regressed';
}

function meanOutcome(gain: number, band: number): ComparisonOutcome {
  if (isWithinBand(gain, band)) return 'stable';
  return gain > 0 ? 'improved' : 'regressed';
}

function unresolved(baseline: BaselineFile, { path, line }: BaselineEntry, message: string): Refusal {
  return refuse('BaselinePathUnresolved', {
    exit: 3,
    message,
    place: { file: baseline.file, line, path: path.text },
    hint: 'the report is written; look at what came back for these cases',
    facts: { path: path.text, stage: 'gate' },
  });
}
