import { compareCodePoints } from '../../../core/code-points.ts';
import type { RunSummary } from '../../../evals/run/run-summary.ts';
import { columnsOfRows, type FieldReader } from '../../filter/columns.ts';
import { runsFields } from '../../filter/fields/runs.ts';
import { parseFilter } from '../../filter/parse.ts';
import { scan } from '../../filter/scan.ts';
import type { RunLine, RunsData } from '../../model/data.ts';
import type { Resource } from '../../model/source.ts';
import { summaryLine } from './run-line.ts';

/** The runs of a list, filtered and sorted. */
export async function runsData(
  summaries: readonly RunSummary[],
  { filter, sort, marks = [] }: Resource & { kind: 'runs' },
  nowNs: bigint,
  signal: AbortSignal,
): Promise<RunsData> {
  const lines = summaries.map(summaryLine);
  const { where, sort: written } = parseFilter(filter ?? '', runsFields);
  const kept: RunLine[] = [];
  const columns = columnsOfRows(index => runReader(lines[index], nowNs, marks));
  for await (const part of scan(lines.length, columns, where, { signal, text: ['id', 'tag'] })) {
    for (const index of part) {
      const line = lines[index];
      if (line !== undefined) kept.push(line);
    }
  }
  const [key] =
    written ??
    (sort === undefined ? [] : [[sort.replace(/-$/, ''), sort.endsWith('-') ? 'desc' : 'asc'] as const]);
  return { lines: key === undefined ? kept : sorted(kept, key, nowNs), all: lines.length, nowNs };
}

function sorted(
  lines: readonly RunLine[],
  [name, way]: readonly [string, 'asc' | 'desc'],
  nowNs: bigint,
): readonly RunLine[] {
  return lines.toSorted((a, b) => {
    const [left, right] = [runReader(a, nowNs).field(name), runReader(b, nowNs).field(name)];
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : compareCodePoints(String(left), String(right));
    return way === 'asc' ? order : -order;
  });
}

const RATES = new Map([
  ['recall', 'recall_at_k'],
  ['rprec', 'r_precision'],
  ['hit', 'hit_rate_at_k'],
  ['rr', 'reciprocal_rank'],
  ['ndcg', 'ndcg_at_k'],
]);

function runReader(line: RunLine | undefined, nowNs: bigint, marks: readonly string[] = []): FieldReader {
  if (line === undefined) return { field: () => null, flag: () => null };
  const values: { readonly [name: string]: string | number | null } = {
    id: line.id,
    verdict: line.verdict,
    tier: line.tier,
    model: line.model,
    k: line.k,
    cases: line.cases,
    unscored: line.unscored,
    commit: line.commit,
    took: line.tookMs,
    size: line.bytes,
    started: line.startedNs === null ? null : Number(line.startedNs / 1_000_000n),
    age: line.startedNs === null ? null : Number((nowNs - line.startedNs) / 1_000_000n),
  };
  return {
    field: name => {
      const rate = RATES.get(name);
      return rate === undefined ? (values[name] ?? null) : (line.means[`hybrid.${rate}`] ?? null);
    },
    flag: name => (name === 'marked' ? marks.includes(line.id) : null),
  };
}
