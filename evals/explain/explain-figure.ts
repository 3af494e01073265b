import { newest } from '../../core/newest.ts';
import type { ListAt } from '../run-store/types.ts';
import type { Leg } from '../store/port.ts';
import { type Attribution, attributionOf, type Pairing, type Parts } from './attribution.ts';
import type { Blame } from './blame.ts';
import { blameCounts, type Counted, countedBlame, type RowBlames, rowBlames } from './case-blame.ts';
import { type Concentration, concentrations, type Marks, WORSE } from './concentration.ts';
import { casesOf, type ExplainedCases, type Ordered, orderedParts } from './explained-cases.ts';
import type { CaseTruth } from './found.ts';
import type { Side } from './side.ts';

/** Why one figure stands where it stands (scoring.md 15). */
export type ExplainedFigure = {
  readonly path: string;
  readonly kind: 'baseline' | 'floor';
  readonly red: boolean;
  readonly headline: string;
  readonly attribution: Attribution;
  readonly cases: ExplainedCases;
  /** What the entry carries beyond the sidecar; null where there is no sidecar. */
  readonly carried: number | null;
  readonly tags: readonly Concentration[];
  /** Relevant rows that left, in all cases. */
  readonly lost: number;
  /** How many relevant rows, or cases, each blame took; most first. */
  readonly blames: Counted;
};

/** A figure that can be explained; nothing of it is counted before it is asked for. */
export type Explanation = Pick<ExplainedFigure, 'path' | 'kind' | 'red'> & {
  /** Counted once. */
  readonly figure: () => ExplainedFigure;
  /** Ordinals of the run's own cases that made it worse, ascending. */
  readonly eachWorse: (visit: (ordinal: number) => void) => void;
  /** Of such a case. Cheap in ascending order. */
  readonly blameOf: BlameOf;
};

export type BlameOf = (ordinal: number) => Blame | null;

/** What an explanation is taken from. */
export type ComparedSides = {
  readonly after: Side;
  /** The compared run; null: this run alone is looked at. */
  readonly before: Side | null;
  readonly pairing: Pairing | null;
  /** Of a case of the run after. */
  readonly truth: (ordinal: number) => CaseTruth;
  /** Hashes of its relevant rows. */
  readonly relevant: ListAt;
};

/** What is particular to one figure. */
export type Question = Pick<ExplainedFigure, 'path' | 'kind' | 'red'> & {
  readonly higherIsBetter: boolean;
  /** The leg that lost rows; null: a count, which is of cases. */
  readonly leg: Leg | null;
  readonly parts: () => Parts;
  /** 1 for each case of the run that the figure is about. */
  readonly marks: () => Marks;
  readonly headline: (
    attribution: Attribution,
    most: Counted[number] | undefined,
    tag: Concentration | undefined,
  ) => string;
  readonly carried: () => number | null;
};

/** Orders of figures that stay: whoever looks at one moves about in it. */
const KEPT_ORDERS = 2;

/** Rows of as many cases stay read: the worst cases of one figure are mostly those of the others. */
export const LOOKED_AT = 1000;

export function explainer(asked: ComparedSides): (question: Question) => Explanation {
  const sides = remembering(asked);
  const orders = newest<Ordered>(KEPT_ORDERS);
  const legs = newest<RowBlames>(3);
  const blamesOn = (leg: Leg | null): RowBlames =>
    leg === null ? () => undefined : legs(leg, () => rowBlames(sides, leg));
  return question => {
    const { path, kind, red, higherIsBetter } = question;
    let told: ExplainedFigure | undefined;
    const blameOf = caseBlames(question, sides, blamesOn);
    const ordered = (): Ordered =>
      orders(`${kind} ${path}`, () => orderedParts(question.parts(), higherIsBetter, sides));
    return {
      path,
      kind,
      red,
      blameOf,
      eachWorse: visit => eachWorse(question.parts(), higherIsBetter, visit),
      figure: () => {
        told ??= tell(question, sides, blameOf, blamesOn, ordered);
        return told;
      },
    };
  };
}

function remembering(sides: ComparedSides): ComparedSides {
  const { after, before, truth } = sides;
  return {
    ...sides,
    after: { ...after, one: remembered(after.one) },
    before: before === null ? null : { ...before, one: remembered(before.one) },
    truth: remembered(truth),
  };
}

function remembered<T>(read: (ordinal: number) => T): (ordinal: number) => T {
  const kept = newest<T>(LOOKED_AT);
  return ordinal => kept(ordinal, () => read(ordinal));
}

type BlamesOn = (leg: Leg | null) => RowBlames;

/** What is wrong with the case itself, what its figure counts, else the blame of most of its rows. */
function caseBlames({ path, leg }: Question, { after }: ComparedSides, blamesOn: BlamesOn): BlameOf {
  const counted = leg === null ? undefined : countedBlame(path);
  const [lost, moved] = [blameCounts(), blameCounts()];
  return ordinal => {
    const outcome = after.outcomeOf(ordinal);
    if (outcome === 'error' || outcome === 'unscored') return outcome;
    if (counted !== undefined) return counted;
    lost.clear();
    moved.clear();
    blamesOn(leg)(ordinal, (kind, blame) => (kind === 'lost' ? lost : moved).add(blame));
    return lost.most() ?? moved.most();
  };
}

function eachWorse(
  { slots, amounts, after }: Parts,
  higherIsBetter: boolean,
  visit: (ordinal: number) => void,
): void {
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] ?? 0;
    if (slot >= after) break;
    if ((amounts[i] ?? 0) < 0 === higherIsBetter) visit(slot);
  }
}

function tell(
  question: Question,
  sides: ComparedSides,
  blameOf: BlameOf,
  blamesOn: BlamesOn,
  ordered: () => Ordered,
): ExplainedFigure {
  const { path, kind, red, higherIsBetter } = question;
  const parts = question.parts();
  const attribution = attributionOf(parts, higherIsBetter);
  const { lost, blames } = countBlames(question, parts, blameOf, blamesOn);
  const tags = concentrations(marked(question, parts, sides));
  return {
    path,
    kind,
    red,
    headline: question.headline(attribution, blames[0], tags[0]),
    attribution,
    cases: casesOf(parts.slots.length, question.leg, sides, blameOf, ordered),
    carried: question.carried(),
    tags,
    lost,
    blames,
  };
}

/** Rows where cases lost any, else cases by what is wrong with them. */
function countBlames(
  { leg, higherIsBetter }: Question,
  parts: Parts,
  blameOf: BlameOf,
  blamesOn: BlamesOn,
): Pick<ExplainedFigure, 'lost' | 'blames'> {
  const counts = blameCounts();
  const blames = blamesOn(leg);
  eachWorse(parts, higherIsBetter, ordinal =>
    blames(ordinal, (kind, blame) => {
      if (kind === 'lost') counts.add(blame);
    }),
  );
  const lost = counts.total();
  if (lost === 0) {
    eachWorse(parts, higherIsBetter, ordinal => {
      const blame = blameOf(ordinal);
      if (blame !== null) counts.add(blame);
    });
  }
  return { lost, blames: counts.all() };
}

/** The cases that a figure is about, those that left included where that made it worse. */
function marked(
  { leg, higherIsBetter, marks }: Question,
  { slots, amounts, after: count }: Parts,
  { after, before, pairing }: ComparedSides,
): Parameters<typeof concentrations>[0] {
  const left = pairing?.left ?? [];
  const own = marks();
  const gone = new Uint8Array(left.length === 0 ? 0 : (before?.count ?? 0));
  // Of a count every case that left is one of those it was about.
  if (leg === null) for (const ordinal of left) gone[ordinal] = 1;
  for (let i = 0; i < slots.length; i += 1) {
    if ((amounts[i] ?? 0) < 0 !== higherIsBetter) continue;
    const slot = slots[i] ?? 0;
    if (slot < count) own[slot] = WORSE;
    else gone[left[slot - count] ?? 0] = WORSE;
  }
  const sides = [{ grouped: after.grouped(), marks: own }];
  if (before === null || left.length === 0) return sides;
  return [...sides, { grouped: { ...before.grouped(), corpora: null }, marks: gone }];
}
