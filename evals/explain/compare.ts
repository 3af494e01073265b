import { compareCodePoints } from '../../core/code-points.ts';
import { parseMetricPath, recordOf } from '../gate/metric-path.ts';
import { METRICS } from '../score/registry.ts';
import { LEGS } from '../store/port.ts';
import type { Pairing } from './attribution.ts';
import { type StampDifference, stampDifferences } from './compared.ts';
import type { RecordedSide } from './run-record.ts';
import { pairCases, type Side } from './side.ts';

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
export function compareRuns(a: RecordedSide, b: RecordedSide): Comparison {
  const pairing = pairCases(a.side, b.side);
  const common = a.side.count - pairing.left.length;
  const all = LEGS.flatMap(leg => METRICS.map(metric => `retrieval.${leg}.${metric}`));
  const compared = all.flatMap(path => figureOf(a.side, b.side, pairing, path) ?? []);
  return {
    a: a.id,
    b: b.id,
    differs: stampDifferences(a.stamp, b.stamp),
    figures: compared.toSorted((x, y) => y.worse - x.worse || compareCodePoints(x.path, y.path)),
    common,
    onlyA: pairing.left.length,
    onlyB: b.side.count - common,
  };
}

function figureOf(a: Side, b: Side, { beforeOf }: Pairing, path: string): ComparedFigure | undefined {
  const [before, after] = [a.values(path), b.values(path)];
  const parsed = parseMetricPath(path);
  const sign = parsed !== undefined && recordOf(parsed).better === 'lower' ? -1 : 1;
  const moved: ComparedCase[] = [];
  const sums = { n: 0, was: 0, is: 0 };
  for (const [ordinal, is] of after.entries()) {
    const was = before[beforeOf[ordinal] ?? -1] ?? Number.NaN;
    if (Number.isNaN(was) || Number.isNaN(is)) continue;
    sums.n += 1;
    sums.was += was;
    sums.is += is;
    if (was !== is) moved.push({ id: b.idOf(ordinal), was, is, delta: is - was });
  }
  if (sums.n === 0) return undefined;
  const better = moved.filter(pair => pair.delta * sign > 0).length;
  const [was, is] = [sums.was / sums.n, sums.is / sums.n];
  return {
    path,
    n: sums.n,
    was,
    is,
    delta: is - was,
    better,
    worse: moved.length - better,
    same: sums.n - moved.length,
    cases: moved.toSorted((x, y) => (x.delta - y.delta) * sign || compareCodePoints(x.id, y.id)),
  };
}
