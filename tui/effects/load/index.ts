import { resolve } from 'node:path';
import { compareCodePoints } from '../../../core/code-points.ts';
import type { Clock } from '../../../core/context.ts';
import { compareRuns } from '../../../evals/explain/compare.ts';
import { type ComparedRun, findCompared } from '../../../evals/explain/compared.ts';
import { explainStored } from '../../../evals/explain/explain-stored.ts';
import { type RunRecord, readRun } from '../../../evals/explain/run-record.ts';
import type { RunSummary } from '../../../evals/run/run-summary.ts';
import { listRuns } from '../../../evals/run/runs.ts';
import { columnsOfRows, type FieldReader } from '../../filter/columns.ts';
import { runsFields } from '../../filter/fields/runs.ts';
import { parseFilter } from '../../filter/parse.ts';
import { scan } from '../../filter/scan.ts';
import type { RunData, RunLine, RunsData } from '../../model/data.ts';
import type { Loaded, Resource } from '../../model/source.ts';
import type { Loader } from '../source.ts';
import { caseData } from './case.ts';
import { type Causes, causesOf } from './case-columns.ts';
import { casesData } from './cases.ts';
import { rowData } from './row.ts';
import { runData } from './run.ts';
import { summaryLine } from './run-line.ts';

export type LoadPorts = {
  readonly root: string;
  /** `[eval] corpus_roots`, absolute. */
  readonly corpusRoots: readonly string[];
  readonly clock: Clock;
};

type Opened = {
  readonly run: RunRecord;
  readonly against: ComparedRun | null;
  readonly causes: Causes;
  readonly data: RunData;
};

/** Reads what screens ask for from the run directories of a project. */
export function createLoader({ root, corpusRoots, clock }: LoadPorts): Loader {
  const records = createKept<RunRecord>(record => record.reader.close());
  const opened = createKept<Opened>(() => undefined);

  const read = (id: string): Promise<RunRecord> => records(id, () => readRun(root, id));

  const open = (id: string, vs: string | undefined): Promise<Opened> =>
    opened(`${id} ${vs ?? ''}`, async () => {
      const run = await read(id);
      const against = await findCompared(run, vs, { root, read });
      const explained = explainStored(run, against);
      return { run, against, causes: causesOf(explained), data: runData(run, against, explained) };
    });

  async function load(resource: Resource, signal: AbortSignal): Promise<Loaded[Resource['kind']]> {
    switch (resource.kind) {
      case 'runs':
        return runsData(await listRuns(root), resource, clock.now(), signal);
      case 'run':
        return (await open(resource.run, resource.vs)).data;
      case 'cases': {
        const { run, against, causes } = await open(resource.run, resource.vs);
        const { filter, sort, marks = [] } = resource;
        return casesData(run, against, causes, { filter, sort, marks, signal });
      }
      case 'case': {
        const { run, against, causes } = await open(resource.run, resource.vs);
        return caseData(run, against, causes, resource.id);
      }
      case 'row': {
        const places = { root, corpusRoots: corpusRoots.map(path => resolve(root, path)) };
        return rowData(await read(resource.run), resource.id, resource.row, places, signal);
      }
      case 'compare':
        return compareRuns(await read(resource.a), await read(resource.b));
    }
  }

  return async (resource, _changed, signal) => asKind(resource, await load(resource, signal));
}

/** What was loaded is of the kind that was asked for: the switch above has a branch for each. */
function asKind<R extends Resource>(_resource: R, value: Loaded[Resource['kind']]): Loaded[R['kind']] {
  return value as Loaded[R['kind']];
}

const KEPT = 6;

/**
 * The newest few stay; `drop` gives back what an older one holds, which may still be asked and then takes it anew.
 * A failure is not kept.
 */
function createKept<T>(drop: (value: T) => void): (key: string, make: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    for (const [oldest, value] of kept) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
      value.then(drop, () => undefined);
    }
    return made;
  };
}

async function runsData(
  summaries: readonly RunSummary[],
  { filter, sort }: Resource & { kind: 'runs' },
  nowNs: bigint,
  signal: AbortSignal,
): Promise<RunsData> {
  const lines = summaries.map(summaryLine);
  const { where, sort: written } = parseFilter(filter ?? '', runsFields);
  const kept: RunLine[] = [];
  const columns = columnsOfRows(index => runReader(lines[index], nowNs));
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

function runReader(line: RunLine | undefined, nowNs: bigint): FieldReader {
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
    flag: name => (name === 'red' ? line.verdict === 'red' : false),
  };
}
