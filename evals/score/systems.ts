import { compareCodePoints } from '../../core/code-points.ts';
import { exactSum, summarize } from './aggregate.ts';
import { type Columns, valuesOf } from './columns.ts';
import type { BucketReport, SystemsFigures, SystemsReport } from './report.ts';

/** Tokens, money and latency of the run and of each corpus-size bucket; undefined when no case brings them. */
export function systemsReport(columns: Columns): SystemsReport | undefined {
  if (columns.buckets.size === 0) return undefined;
  const buckets: { [label: string]: BucketReport } = Object.create(null);
  for (const label of [...columns.buckets.keys()].sort(compareCodePoints)) {
    const cases = columns.buckets.get(label) ?? [];
    buckets[label] = {
      ...systemsFigures(columns, cases),
      latency_ms: summarize(valuesOf(columns.latencyMs, cases)),
      n_cases: cases.length,
    };
  }
  return { ...systemsFigures(columns, [...columns.buckets.values()].flat()), buckets };
}

function systemsFigures(columns: Columns, cases: readonly number[]): SystemsFigures {
  const costs = valuesOf(columns.cost, cases);
  return {
    tokens_per_query: summarize(valuesOf(columns.tokens, cases)),
    cost: costs.some(Number.isNaN) ? null : exactSum(costs),
  };
}
