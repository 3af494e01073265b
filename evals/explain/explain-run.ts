import type { FloorCheck } from '../gate/floors.ts';
import type { Comparison } from '../gate/gate-baseline.ts';
import { parseMetricPath, recordOf } from '../gate/metric-path.ts';
import { contributions, type FigureValues, measuredCount, shortfalls } from './attribution.ts';
import type { Marks } from './concentration.ts';
import { countQuestion } from './explain-count.ts';
import { type ComparedSides, type Explanation, explainer, type Question } from './explain-figure.ts';
import { changeHeadline, floorHeadline } from './headline.ts';

type ExplainInput = ComparedSides & {
  readonly comparisons: readonly Comparison[];
  readonly floors: readonly FloorCheck[];
  /** Only figures of these paths; absent: the red ones, or the one that came nearest to its fall. */
  readonly paths?: readonly string[];
};

/** Red figures of the baseline, then breached floors, then what held and was asked for. */
export function explainRun({ paths, comparisons, floors, ...sides }: ExplainInput): readonly Explanation[] {
  const red = comparisons.filter(({ outcome }) => outcome === 'regressed');
  const breached = floors.filter(check => !check.holds);
  const held = comparisons
    .filter(({ path, outcome }) => isMean(path) && outcome !== 'regressed')
    .toSorted((a, b) => margin(a) - margin(b));
  const nearest = red.length + breached.length > 0 ? [] : held.slice(0, 1);
  const wanted = ({ path }: { readonly path: string }): boolean => paths?.includes(path) ?? true;
  return [
    ...red.filter(wanted).map(one => (isMean(one.path) ? changeQuestion : countQuestion)(one, sides)),
    ...breached.filter(wanted).map(check => floorQuestion(check, sides)),
    ...(paths === undefined ? nearest : held.filter(wanted)).map(one => changeQuestion(one, sides)),
  ].map(explainer(sides));
}

function isMean(path: string): boolean {
  return parseMetricPath(path)?.kind === 'mean';
}

/** Bands between a figure and its fall. */
function margin({ path, current, baseline, band }: Comparison): number {
  const gain = isLowerBetter(path) ? baseline - current : current - baseline;
  return band === 0 ? gain : gain / band;
}

function changeQuestion(
  { path, baseline, current, band, outcome }: Comparison,
  { after, before, pairing }: ComparedSides,
): Question {
  const lower = isLowerBetter(path);
  const change = { path, before: baseline, after: current, band };
  return {
    path,
    kind: 'baseline',
    red: outcome === 'regressed',
    higherIsBetter: !lower,
    leg: parseMetricPath(path)?.leg ?? 'hybrid',
    parts: () =>
      before === null || pairing === null
        ? // Without a run to compare with: how far each case lies on the bad side of the baseline's value.
          shortfalls(after.figures(path), baseline, lower ? 'at_most' : 'at_least')
        : contributions(before.figures(path), after.figures(path), pairing),
    marks: () => marksOf(after.figures(path)),
    headline: (attribution, most, tag) =>
      changeHeadline(change, attribution, measuredCount(after.figures(path)), most, tag),
    carried: () => {
      const mean = before === null ? null : meanOf(before.figures(path));
      return mean === null ? null : mean - baseline;
    },
  };
}

function floorQuestion(check: FloorCheck, { after }: ComparedSides): Question {
  const path = check.path.replace(/\.(?:mean|min|max)$/, '');
  return {
    path: check.path,
    kind: 'floor',
    red: !check.holds,
    higherIsBetter: check.side === 'at_least',
    leg: parseMetricPath(path)?.leg ?? 'hybrid',
    parts: () => shortfalls(after.figures(path), check.bound, check.side),
    marks: () => marksOf(after.figures(path)),
    headline: () => floorHeadline(check.path, check.measured, check.bound, check.side),
    carried: () => null,
  };
}

function marksOf(values: FigureValues): Marks {
  const marks = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i += 1) marks[i] = Number.isNaN(values.at(i)) ? 0 : 1;
  return marks;
}

function isLowerBetter(path: string): boolean {
  const parsed = parseMetricPath(path);
  return parsed !== undefined && recordOf(parsed).better === 'lower';
}

function meanOf(values: FigureValues): number | null {
  let [sum, n] = [0, 0];
  for (let i = 0; i < values.length; i += 1) {
    const value = values.at(i);
    if (Number.isNaN(value)) continue;
    sum += value;
    n += 1;
  }
  return n === 0 ? null : sum / n;
}
