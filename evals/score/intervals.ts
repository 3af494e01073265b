import { bootstrapAll, type Interval } from '../stats/bootstrap.ts';
import { figureSeed, pathSeed } from '../stats/seeds.ts';
import type { Leg } from '../store/port.ts';
import { measuredAt, type Selection } from './aggregates.ts';
import type { Surface } from './case-figures.ts';
import type { Columns } from './columns.ts';
import { legPath } from './figure-paths.ts';
import { DIMENSIONS, type Dimension, RANKED_METRICS } from './registry.ts';
import { hasPath } from './slices.ts';

/** The intervals of a report. */
export type Intervals = {
  /** Of the five ranked means of every leg, and of the hybrid leg of each slice that has a path; by figure path. */
  readonly ranked: ReadonlyMap<string, Interval>;
  /** Of a judged figure over all cases (tag null) or over a slice. */
  readonly judged: (tag: string | null, dimension: Dimension) => Interval;
};

/**
 * Draws all intervals of a report at once, so that they are shared out between threads (scoring.md 13.1). judged:
 * whether the judged figures have any.
 */
export function drawIntervals(columns: Columns, surface: Surface, seed: bigint, judged: boolean): Intervals {
  const ranked = rankedDraws(columns, surface, seed);
  const dimensions = judged ? judgedDraws(columns, seed) : [];
  const drawn = bootstrapAll([...ranked, ...dimensions]);
  const ofFigures = new Map<string, Interval>();
  for (const [at, { base }] of ranked.entries()) {
    for (const [i, metric] of RANKED_METRICS.entries()) {
      const interval = drawn[at]?.[i];
      if (interval !== undefined) ofFigures.set(`${base}.${metric}`, interval);
    }
  }
  return {
    ranked: ofFigures,
    judged: (tag, dimension) => {
      const at = dimensions.findIndex(one => one.tag === tag && one.dimension === dimension);
      const interval = drawn[ranked.length + at]?.[0];
      if (at < 0 || interval === undefined) throw new RangeError(`no interval of ${dimension} was drawn`);
      return interval;
    },
  };
}

function rankedDraws(columns: Columns, surface: Surface, seed: bigint) {
  const draw = (leg: Leg, prefix: string, selection: Selection) => {
    const base = `${prefix}retrieval.${leg}`;
    const lists = RANKED_METRICS.map(metric =>
      measuredAt(columns, legPath('retrieval', leg, metric), selection),
    );
    return { base, columns: lists, seed: pathSeed(seed, base) };
  };
  const draws = surface.legs.map(leg => draw(leg, '', 'all'));
  if (!surface.legs.includes('hybrid')) return draws;
  for (const [tag, cases] of columns.tags) {
    if (hasPath(tag)) draws.push(draw('hybrid', `slices.${tag}.`, cases));
  }
  return draws;
}

/** Each judged figure from a seed of its own: run seed + place in the alphabet, or that of its path in a slice. */
function judgedDraws(columns: Columns, seed: bigint) {
  const slices: readonly (readonly [string | null, Selection])[] = [[null, 'all'], ...columns.tags];
  return slices.flatMap(([tag, selection]) =>
    DIMENSIONS.map((dimension, i) => ({
      tag,
      dimension,
      columns: [measuredAt(columns, `judge.${dimension}`, selection)],
      seed: tag === null ? figureSeed(seed, i) : pathSeed(seed, `slices.${tag}.judge.${dimension}`),
    })),
  );
}
