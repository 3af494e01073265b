import { figures, METRICS } from '../../../evals/score/registry.ts';
import { LEGS } from '../../../evals/store/port.ts';
import { compareCodePoints } from '../../../core/code-points.ts';
import type { CompareData, ComparedCase, ComparedFigure } from '../../model/data.ts';
import { stampDifferences } from './compared.ts';
import type { RunRecord } from './run-record.ts';

/** Two runs paired by case. Figures are there only where both stamps allow it. */
export function compareData(a: RunRecord, b: RunRecord): CompareData {
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
  const moved = pairs.filter(pair => pair.delta !== 0).toSorted((x, y) => (x.delta - y.delta) * sign || compareCodePoints(x.id, y.id));
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
