import { METRICS } from '../score/registry.ts';
import { LEGS } from '../store/port.ts';
import type { Means } from './compared.ts';
import type { Side } from './side.ts';

const FIGURES = LEGS.flatMap(leg => METRICS.map(metric => `retrieval.${leg}.${metric}`));

/** Means of a side that has no report, whole and by slice, from its cases. */
export function sideMeans(side: Side): Means {
  const columns = FIGURES.map(path => side.values(path));
  const sums = new Map<string, Float64Array>();
  for (let ordinal = 0; ordinal < side.count; ordinal += 1) {
    for (const prefix of ['', ...side.tagsOf(ordinal).map(tag => `slices.${tag}.`)]) {
      const sum = sums.get(prefix) ?? new Float64Array(FIGURES.length * 2);
      sums.set(prefix, sum);
      for (const [at, column] of columns.entries()) {
        const value = column[ordinal] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        sum[at * 2] = (sum[at * 2] ?? 0) + value;
        sum[at * 2 + 1] = (sum[at * 2 + 1] ?? 0) + 1;
      }
    }
  }
  const means: { [path: string]: number | null } = {};
  for (const [prefix, sum] of sums) {
    for (const [at, path] of FIGURES.entries()) {
      const n = sum[at * 2 + 1] ?? 0;
      if (n > 0) means[prefix + path] = (sum[at * 2] ?? 0) / n;
    }
  }
  return means;
}
