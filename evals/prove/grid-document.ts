import type { JsonObject } from '../../core/json.ts';
import type { PreparedRun } from '../run/prepare.ts';
import { legPath } from '../score/figure-paths.ts';
import { RANKED_METRICS } from '../score/registry.ts';
import { bootstrapIntervals } from '../stats/bootstrap.ts';
import { pathSeed } from '../stats/seeds.ts';
import type { Leg } from '../store/port.ts';
import { type Combination, weightsText } from './grid-axes.ts';
import type { CaseValues } from './grid-scores.ts';

export const GRID_SCHEMA = 'contextful.eval.grid/1';

/** A mean over n cases, and how far it lies from that of the first combination: the mean of the paired differences. */
export type GridFigure = {
  readonly n: number;
  readonly mean: number;
  /** Null for the first combination. lo, hi: 95 % of 1,000 paired resamples. */
  readonly delta: { readonly mean: number; readonly lo: number; readonly hi: number } | null;
};

export type GridRow = {
  readonly calibration: string;
  /** V:L. */
  readonly weights: string;
  /** Null: each table's own. */
  readonly analyzer: string | null;
  readonly figures: { readonly [path: string]: GridFigure };
};

export type GridDocument = {
  readonly schema: typeof GRID_SCHEMA;
  readonly case_set: string;
  readonly cases: number;
  readonly k: number;
  readonly seed: string;
  readonly combinations: readonly GridRow[];
};

type Values = ReadonlyMap<number, CaseValues>;

/** What the combinations came to. Equal input gives equal bytes. valuesOf: figures of the cases by their ordinals. */
export function gridDocument(
  prepared: PreparedRun,
  combinations: readonly Combination[],
  valuesOf: (combination: Combination) => Values,
): GridDocument {
  const { request, selected } = prepared;
  const ordinals = selected.cases.map(({ ordinal }) => ordinal);
  const [first] = combinations;
  const firstValues = first === undefined ? new Map() : valuesOf(first);
  return {
    schema: GRID_SCHEMA,
    case_set: selected.digest,
    cases: selected.cases.length,
    k: request.k,
    seed: request.seed.toString(),
    combinations: combinations.map(one => ({
      calibration: one.calibration,
      weights: weightsText(one.weights),
      analyzer: one.analyzer,
      figures: Object.fromEntries(
        surfaceLegs(prepared).flatMap(({ surface, leg }) => {
          const paths = RANKED_METRICS.map(metric => legPath(surface, leg, metric));
          const seed = pathSeed(request.seed, `grid.${surface}.${leg}`);
          return legFigures(paths, ordinals, valuesOf(one), one === first ? null : firstValues, seed);
        }),
      ),
    })),
  };
}

export function gridJson(document: GridDocument): JsonObject {
  return { ...document, combinations: document.combinations.map(row => ({ ...row })) };
}

function surfaceLegs({ surface }: PreparedRun) {
  const of = (name: 'retrieval' | 'edge_retrieval', legs: readonly Leg[]) =>
    legs.map(leg => ({ surface: name, leg }));
  return [...of('retrieval', surface.legs), ...of('edge_retrieval', surface.edgeLegs)];
}

/** The ranked metrics of a leg, which are measured over the same cases; one stream of draws for all of them. */
function legFigures(
  paths: readonly string[],
  ordinals: readonly number[],
  own: Values,
  first: Values | null,
  seed: bigint,
): readonly (readonly [path: string, GridFigure])[] {
  const columns = paths.map(path => columnOf(path, ordinals, own));
  const deltas =
    first === null
      ? null
      : paths.map((path, p) => {
          const before = columnOf(path, ordinals, first);
          return (columns[p] ?? []).map((value, i) => value - (before[i] ?? Number.NaN));
        });
  const intervals = deltas === null ? [] : bootstrapIntervals(deltas, seed);
  return paths.flatMap((path, p) => {
    const [values, delta, interval] = [columns[p] ?? [], deltas?.[p], intervals[p]];
    if (values.length === 0) return [];
    const figure: GridFigure = {
      n: values.length,
      mean: mean(values),
      delta:
        delta === undefined || interval === undefined || interval.lo === null || interval.hi === null
          ? null
          : { mean: mean(delta), lo: interval.lo, hi: interval.hi },
    };
    return [[path, figure] as const];
  });
}

/** Values of the cases that have one, in case order. */
function columnOf(path: string, ordinals: readonly number[], values: Values): readonly number[] {
  return ordinals.flatMap(ordinal => values.get(ordinal)?.get(path) ?? []);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
