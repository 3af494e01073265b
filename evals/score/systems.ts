import { compareCodePoints } from '../../core/code-points.ts';
import { exactSum, summarize } from './aggregate.ts';
import type { Columns } from './columns.ts';
import type { BucketReport, SystemsFigures, SystemsReport } from './report.ts';

/** Tokens, money and latency of the run and of each corpus-size bucket; undefined when no case brings them. */
export function systemsReport(columns: Columns): SystemsReport | undefined {
  const all = columns.systems.flatMap((systems, i) => (systems === null ? [] : [i]));
  if (all.length === 0) return undefined;
  const members = new Map<string, number[]>();
  for (const i of all) {
    const bucket = columns.systems[i]?.bucket ?? '';
    const list = members.get(bucket);
    if (list === undefined) members.set(bucket, [i]);
    else list.push(i);
  }
  const buckets: { [label: string]: BucketReport } = Object.create(null);
  for (const label of [...members.keys()].sort(compareCodePoints)) {
    const cases = members.get(label) ?? [];
    buckets[label] = {
      ...systemsFigures(columns, cases),
      latency_ms: summarize(cases.map(i => columns.latencyMs[i] ?? Number.NaN)),
      n_cases: cases.length,
    };
  }
  return { ...systemsFigures(columns, all), buckets };
}

function systemsFigures(columns: Columns, cases: readonly number[]): SystemsFigures {
  const costs = cases.map(i => columns.systems[i]?.cost ?? null);
  const known = costs.filter(cost => cost !== null);
  return {
    tokens_per_query: summarize(cases.map(i => columns.systems[i]?.tokens ?? null)),
    cost: known.length < costs.length ? null : exactSum(known),
  };
}
