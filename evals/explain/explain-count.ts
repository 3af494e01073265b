import type { Comparison } from '../gate/gate-baseline.ts';
import { type Parts, partsOf } from './attribution.ts';
import type { ComparedSides, Question } from './explain-figure.ts';
import { changeHeadline } from './headline.ts';

/** A count that fell: the cases that left, and those that came back without the figure. Each takes one. */
export function countQuestion(
  { path, baseline, current, outcome }: Comparison,
  sides: ComparedSides,
): Question {
  const change = { path, before: baseline, after: current, band: 0 };
  return {
    path,
    kind: 'baseline',
    red: outcome === 'regressed',
    higherIsBetter: true,
    leg: null,
    parts: () => missing(path, sides),
    marks: () => new Uint8Array(sides.after.count).fill(1),
    headline: (attribution, most, tag) => changeHeadline(change, attribution, baseline, most, tag, 0),
    carried: () => null,
  };
}

function missing(path: string, { after, before, pairing }: ComparedSides): Parts {
  const figure = path.replace(/\.n$/, '');
  const isCases = figure === path;
  const left = pairing?.left ?? [];
  const [now, then] = [after.figures(figure), before?.figures(figure)];
  const had = (ordinal: number): boolean => !Number.isNaN(then?.at(ordinal) ?? Number.NaN);
  const isGone = (slot: number): boolean => {
    if (slot >= after.count) return isCases || had(left[slot - after.count] ?? -1);
    if (isCases || !Number.isNaN(now.at(slot))) return false;
    const partner = pairing?.beforeOf[slot] ?? -1;
    return (partner >= 0 && had(partner)) || (before === null && isMissing(after.outcomeOf(slot)));
  };
  return partsOf(after.count, left.length, slot => (isGone(slot) ? -1 : 0));
}

function isMissing(outcome: string): boolean {
  return outcome === 'error' || outcome === 'unscored';
}
