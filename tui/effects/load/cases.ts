import { compareCodePoints } from '../../../core/code-points.ts';
import type { ComparedRun } from '../../../evals/explain/compared.ts';
import { type RunRecord, relevantOf } from '../../../evals/explain/run-record.ts';
import { figures, METRICS } from '../../../evals/score/registry.ts';
import type { ReportCase } from '../../../evals/score/report.ts';
import { LEGS } from '../../../evals/store/port.ts';
import { columnsOfRows, type FieldReader } from '../../filter/columns.ts';
import { casesFields } from '../../filter/fields/cases.ts';
import { parseFilter } from '../../filter/parse.ts';
import { scan } from '../../filter/scan.ts';
import type { CaseLineView, CasesData, RunData } from '../../model/data.ts';
import { movedOutcome } from '../../model/outcome-of.ts';
import { SORT_KEYS } from '../../model/run.ts';

export type CasesQuery = {
  readonly filter: string | undefined;
  readonly sort: string | undefined;
  readonly marks: readonly string[];
  readonly signal: AbortSignal;
};

/** The cases of a run that a filter keeps, sorted. */
export async function casesData(
  run: RunRecord,
  data: RunData,
  against: ComparedRun | null,
  { filter, sort, marks, signal }: CasesQuery,
): Promise<CasesData> {
  const causes = causesOf(data);
  const views = run.cases.map((one, ordinal) => caseView(run, one, ordinal, against, causes));
  const readers = views.map((view, ordinal) => caseReader(run, view, ordinal, data, marks));
  const { where, sort: written } = parseFilter(filter ?? '', casesFields);
  const kept: number[] = [];
  const columns = columnsOfRows(ordinal => readers[ordinal] ?? EMPTY);
  for await (const part of scan(views.length, columns, where, { signal })) kept.push(...part);
  const keys = written ?? sortKeys(sort);
  const ordered =
    keys.length === 0
      ? kept
      : kept.toSorted((a, b) => compareRows(readers[a] ?? EMPTY, readers[b] ?? EMPTY, keys) || a - b);
  const places = new Map(ordered.map((ordinal, index) => [views[ordinal]?.id ?? '', index]));
  return {
    total: ordered.length,
    all: views.length,
    row: index => views[ordered[index] ?? -1],
    indexOf: id => places.get(id) ?? -1,
    progress: undefined,
  };
}

type SortKeys = readonly (readonly [field: string, direction: 'asc' | 'desc'])[];

function sortKeys(sort: string | undefined): SortKeys {
  return (sort ?? '').split(',').flatMap(key => {
    const name = key.replace(/-$/, '');
    return casesFields.fields.has(name) ? [[name, key.endsWith('-') ? 'desc' : 'asc'] as const] : [];
  });
}

/** What has no value stands last, whatever the direction. */
function compareRows(a: FieldReader, b: FieldReader, keys: SortKeys): number {
  for (const [name, direction] of keys) {
    const [left, right] = [a.field(name), b.field(name)];
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1;
      continue;
    }
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : compareCodePoints(String(left), String(right));
    if (order !== 0) return direction === 'asc' ? order : -order;
  }
  return 0;
}

/** The blame of each case, from the first red figure that it made worse. */
function causesOf(data: RunData): ReadonlyMap<string, string> {
  const causes = new Map<string, string>();
  for (const figure of data.figures.filter(one => one.red)) {
    for (const { id, blame } of figure.contributions) {
      if (blame !== null && !causes.has(id)) causes.set(id, blame);
    }
  }
  return causes;
}

function caseView(
  run: RunRecord,
  one: ReportCase,
  ordinal: number,
  against: ComparedRun | null,
  causes: ReadonlyMap<string, string>,
): CaseLineView {
  const before = against?.side.one(one.id);
  const relevant = relevantOf(run.golden(one.id));
  const hybrid = run.side.one(one.id)?.rankings.hybrid ?? [];
  return {
    ordinal,
    id: one.id,
    line: one.line,
    file: run.files[0] ?? '',
    outcome: one.outcome,
    question: run.golden(one.id)?.question ?? '',
    tags: one.tags,
    figures: figuresOf(one.metrics),
    before: before === undefined ? {} : figuresOf(before.metrics),
    moved:
      before === undefined
        ? null
        : movedText(firstRank(before.rankings.hybrid ?? [], relevant), firstRank(hybrid, relevant)),
    gold: [relevant.filter(row => hybrid.includes(row)).length, relevant.length],
    cause: causes.get(one.id) ?? null,
  };
}

export function figuresOf(metrics: ReportCase['metrics']): CaseLineView['figures'] {
  const found: Record<string, number | null> = {};
  for (const leg of LEGS) {
    for (const metric of METRICS) {
      const value = metrics[leg]?.[metric];
      if (value !== undefined) found[`${leg}.${metric}`] = value;
    }
  }
  return found;
}

function firstRank(rows: readonly string[], relevant: readonly string[]): number | null {
  const at = rows.findIndex(row => relevant.includes(row));
  return at < 0 ? null : at + 1;
}

function movedText(was: number | null, is: number | null): string {
  if (was === is) return '=';
  if (is === null) return 'gone';
  if (was === null) return 'new';
  return is < was ? `up ${was - is}` : `down ${is - was}`;
}

const EMPTY: FieldReader = { field: () => null, flag: () => null };

const METRIC_OF = new Map(METRICS.map(metric => [SORT_KEYS[metric], metric]));

function caseReader(
  run: RunRecord,
  view: CaseLineView,
  _ordinal: number,
  data: RunData,
  marks: readonly string[],
): FieldReader {
  const golden = run.golden(view.id);
  const texts: { readonly [name: string]: () => string | number | readonly string[] | null } = {
    id: () => view.id,
    question: () => view.question,
    answer: () => golden?.expected.answer ?? null,
    tag: () => view.tags,
    corpus: () => golden?.corpus ?? null,
    line: () => view.line,
    outcome: () => view.outcome,
    cause: () => view.cause,
    gold: () => view.gold[0],
    rank: () => firstRank(run.side.one(view.id)?.rankings.hybrid ?? [], relevantOf(golden)),
    returned: () => run.side.one(view.id)?.rankings.hybrid?.length ?? null,
    latency: () => run.line(view.id)?.systems?.latency_ms ?? null,
    moved: () => movedRanks(view.moved),
  };
  return {
    field: name => texts[name]?.() ?? figureField(view, name),
    flag: name => caseFlags(view, golden?.expected.must_abstain ?? false, data, marks, name),
  };
}

function movedRanks(moved: string | null): number | null {
  const found = /^(up|down) (\d+)$/.exec(moved ?? '');
  if (found === null) return moved === '=' ? 0 : null;
  return Number(found[2]) * (found[1] === 'up' ? 1 : -1);
}

/** `recall`, `lexical.recall`, and the change of either as `d.recall`. */
function figureField(view: CaseLineView, name: string): number | null {
  const isDelta = name.startsWith('d.');
  const parts = (isDelta ? name.slice(2) : name).split('.');
  const metric = METRIC_OF.get(parts.at(-1) ?? '');
  if (metric === undefined) return null;
  const path = `${parts.length > 1 ? parts[0] : 'hybrid'}.${metric}`;
  const value = view.figures[path] ?? null;
  if (!isDelta) return value;
  const before = view.before[path] ?? null;
  return value === null || before === null ? null : value - before;
}

function caseFlags(
  view: CaseLineView,
  mustAbstain: boolean,
  data: RunData,
  marks: readonly string[],
  name: string,
): boolean | null {
  switch (name) {
    case 'red':
      return view.outcome === 'fail' || view.outcome === 'error' || view.cause !== null;
    case 'error':
      return view.outcome === 'error';
    case 'unscored':
      return view.outcome === 'unscored';
    case 'regressed':
      return changed(view, 'regressed', data);
    case 'improved':
      return changed(view, 'improved', data);
    case 'moved':
      return view.moved !== null && view.moved !== '=';
    case 'gold-lost':
      return view.moved === 'gone';
    case 'gold-gained':
      return view.moved === 'new';
    case 'forbidden':
      return (view.figures['hybrid.forbidden_row_rate'] ?? 0) > 0;
    case 'duplicate':
      return (view.figures['hybrid.duplicate_row_rate'] ?? 0) > 0;
    case 'stale':
      return (view.figures['hybrid.in_window_rate'] ?? 1) < 1;
    case 'must-abstain':
      return mustAbstain;
    case 'abstained':
      return mustAbstain && view.figures['hybrid.abstention_rate'] === 1;
    case 'regression':
      return view.tags.includes('regression');
    case 'new':
      return data.compared !== null && Object.keys(view.before).length === 0;
    case 'marked':
      return marks.includes(view.id);
    default:
      return false;
  }
}

function changed(view: CaseLineView, way: 'improved' | 'regressed', data: RunData): boolean | null {
  if (data.compared === null) return null;
  return METRICS.some(metric => {
    const path = `hybrid.${metric}`;
    const [value, before] = [view.figures[path] ?? null, view.before[path] ?? null];
    if (value === null || before === null || value === before) return false;
    const better = value > before === (figures[metric].better === 'higher');
    return movedOutcome(path, value, before) === way || (way === 'improved') === better;
  });
}
