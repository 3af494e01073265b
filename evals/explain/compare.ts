import { compareCodePoints } from '../../core/code-points.ts';
import { figures, METRICS } from '../score/registry.ts';
import { LEGS } from '../store/port.ts';
import { type StampDifference, stampDifferences } from './compared.ts';
import type { RunRecord } from './run-record.ts';

export type ComparedCase = {
  readonly id: string;
  readonly was: number;
  readonly is: number;
  readonly delta: number;
};

/** One figure over the cases that both runs measured. */
export type ComparedFigure = {
  readonly path: string;
  readonly n: number;
  readonly was: number;
  readonly is: number;
  readonly delta: number;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  /** Those that moved, worst first. */
  readonly cases: readonly ComparedCase[];
};

export type Comparison = {
  readonly a: string;
  readonly b: string;
  readonly differs: readonly StampDifference[];
  /** Those that lost most cases first. */
  readonly figures: readonly ComparedFigure[];
  readonly common: number;
  readonly onlyA: number;
  readonly onlyB: number;
};

/** Two runs paired by case. Figures are there only where both stamps allow it. */
export function compareRuns(a: RunRecord, b: RunRecord): Comparison {
  const idsA = new Set(a.cases.map(one => one.id));
  const common = b.cases.filter(one => idsA.has(one.id)).length;
  const all = LEGS.flatMap(leg => METRICS.map(metric => `retrieval.${leg}.${metric}`));
  const compared = all.flatMap(path => figureOf(a, b, path) ?? []);
  return {
    a: a.id,
    b: b.id,
    differs: stampDifferences(a.report.run, b.report.run),
    figures: compared.toSorted((x, y) => y.worse - x.worse || compareCodePoints(x.path, y.path)),
    common,
    onlyA: a.cases.length - common,
    onlyB: b.cases.length - common,
  };
}

function figureOf(a: RunRecord, b: RunRecord, path: string): ComparedFigure | undefined {
  const before = new Map(a.side.values(path).map(({ id, value }) => [id, value]));
  const pairs = b.side.values(path).flatMap(({ id, value }): ComparedCase[] => {
    const was = before.get(id) ?? null;
    return value === null || was === null ? [] : [{ id, was, is: value, delta: value - was }];
  });
  if (pairs.length === 0) return undefined;
  const metric = METRICS.find(one => path.endsWith(one));
  const sign = metric !== undefined && figures[metric].better === 'lower' ? -1 : 1;
  const moved = pairs
    .filter(pair => pair.delta !== 0)
    .toSorted((x, y) => (x.delta - y.delta) * sign || compareCodePoints(x.id, y.id));
  const was = mean(pairs.map(pair => pair.was));
  const is = mean(pairs.map(pair => pair.is));
  return {
    path,
    n: pairs.length,
    was,
    is,
    delta: is - was,
    better: moved.filter(pair => pair.delta * sign > 0).length,
    worse: moved.filter(pair => pair.delta * sign < 0).length,
    same: pairs.length - moved.length,
    cases: moved,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
