import { compareCodePoints } from '../../../core/code-points.ts';
import { fold } from '../../../core/fold.ts';
import type { ComparedRun } from '../../../evals/explain/compared.ts';
import { type RunRecord, relevantOf } from '../../../evals/explain/run-record.ts';
import { referenceText, type SideCase } from '../../../evals/explain/side.ts';
import { METRICS } from '../../../evals/score/registry.ts';
import { LEGS } from '../../../evals/store/port.ts';
import { type FilterColumns, valueAt } from '../../filter/columns.ts';
import { casesFields } from '../../filter/fields/cases.ts';
import { parseFilter } from '../../filter/parse.ts';
import { scan } from '../../filter/scan.ts';
import type { SortKey } from '../../filter/tree.ts';
import type { CaseLineView, CasesData } from '../../model/data.ts';
import { caseColumns } from './case-columns.ts';
import type { Causes } from './causes.ts';

export type CasesQuery = {
  readonly filter: string | undefined;
  readonly sort: string | undefined;
  readonly marks: readonly string[];
  readonly signal: AbortSignal;
};

/** Rows of as many cases stay read, by pages. */
const PAGE = 200;
const PAGES = 8;

/** The cases of a run that a filter keeps, in order. Only the rows that are looked at are read. */
export async function casesData(
  run: RunRecord,
  against: ComparedRun | null,
  causes: Causes,
  { filter, sort, marks, signal }: CasesQuery,
): Promise<CasesData> {
  const columns = caseColumns(run, against, causes, marks);
  const { where, sort: written } = parseFilter(filter ?? '', casesFields);
  const { count } = run.side;
  const kept = where === null ? everyOrdinal(count) : await filtered(count, columns, where, signal);
  const keys = written ?? sortKeys(sort);
  if (keys.length > 0) sortOrdinals(kept, columns, keys);
  let places: Int32Array | undefined;
  const rows = pagedRows(ordinal => caseView(run, against, causes, ordinal));
  return {
    total: kept.length,
    all: count,
    row: index => {
      const ordinal = kept[index];
      return ordinal === undefined ? undefined : rows(ordinal);
    },
    indexOf: id => {
      const ordinal = run.side.ordinalOf(id);
      if (ordinal === undefined) return -1;
      places ??= placesOf(kept, count);
      return places[ordinal] ?? -1;
    },
    idAt: index => {
      const ordinal = kept[index];
      return ordinal === undefined ? undefined : run.side.idOf(ordinal);
    },
    withPrefix: (prefix, most) => idsWithPrefix(run, prefix, most),
    progress: undefined,
  };
}

function idsWithPrefix({ reader }: RunRecord, prefix: string, most: number): readonly string[] {
  const wanted = Buffer.from(fold(prefix));
  const { bytes, starts } = reader.text('id');
  const found: string[] = [];
  for (let ordinal = 0; ordinal < reader.count && found.length < most; ordinal += 1) {
    const from = starts[ordinal] ?? 0;
    const end = Math.min(from + wanted.length, starts[ordinal + 1] ?? from);
    if (wanted.compare(bytes, from, end) === 0) found.push(reader.idOf(ordinal));
  }
  return found;
}

/** Where each ordinal stands in the list; -1: nowhere. */
function placesOf(kept: Uint32Array, count: number): Int32Array {
  const places = new Int32Array(count).fill(-1);
  for (const [place, ordinal] of kept.entries()) places[ordinal] = place;
  return places;
}

function everyOrdinal(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, ordinal) => ordinal);
}

async function filtered(
  count: number,
  columns: FilterColumns,
  where: Parameters<typeof scan>[2],
  signal: AbortSignal,
): Promise<Uint32Array> {
  const found = new Uint32Array(count);
  let length = 0;
  for await (const part of scan(count, columns, where, { signal })) {
    found.set(part, length);
    length += part.length;
  }
  return found.subarray(0, length);
}

function sortKeys(sort: string | undefined): readonly SortKey[] {
  return (sort ?? '').split(',').flatMap((key): readonly SortKey[] => {
    const name = key.replace(/-$/, '');
    return casesFields.fields.has(name) ? [[name, key.endsWith('-') ? 'desc' : 'asc']] : [];
  });
}

/** What has no value stands last in both directions; equal ones stay in file order. */
function sortOrdinals(ordinals: Uint32Array, columns: FilterColumns, keys: readonly SortKey[]): void {
  const by = keys.map(([name, way]) => ({ column: columns.field(name), sign: way === 'asc' ? 1 : -1 }));
  ordinals.sort((a, b) => {
    for (const { column, sign } of by) {
      const order = compareValues(valueAt(column, a), valueAt(column, b), sign);
      if (order !== 0) return order;
    }
    return a - b;
  });
}

type Value = ReturnType<typeof valueAt>;

function compareValues(left: Value, right: Value, sign: number): number {
  const [noLeft, noRight] = [isMissing(left), isMissing(right)];
  if (noLeft || noRight) return Number(noLeft) - Number(noRight);
  if (typeof left === 'number' && typeof right === 'number') return (left - right) * sign;
  return compareCodePoints(String(left), String(right)) * sign;
}

function isMissing(value: Value): boolean {
  return value === null || (typeof value === 'number' && Number.isNaN(value));
}

/** Keeps the rows of the pages that were looked at last. */
function pagedRows(read: (ordinal: number) => CaseLineView): (ordinal: number) => CaseLineView {
  const kept = new Map<number, CaseLineView>();
  return ordinal => {
    const known = kept.get(ordinal);
    if (known !== undefined) return known;
    const made = read(ordinal);
    kept.set(ordinal, made);
    for (const oldest of kept.keys()) {
      if (kept.size <= PAGE * PAGES) break;
      kept.delete(oldest);
    }
    return made;
  };
}

function caseView(
  run: RunRecord,
  against: ComparedRun | null,
  causes: Causes,
  ordinal: number,
): CaseLineView {
  const report = run.reader.reportNow(ordinal);
  const golden = run.reader.goldenNow(ordinal);
  const before = caseBefore(against, ordinal);
  const relevant = relevantOf(golden);
  const hybrid = (report.legs.hybrid ?? []).map(referenceText);
  return {
    ordinal,
    id: report.id,
    line: report.line,
    file: run.reader.caseFileOf(ordinal) ?? '',
    outcome: report.outcome,
    question: golden?.question ?? '',
    tags: report.tags,
    figures: figuresOf(report.metrics),
    before: before === undefined ? {} : figuresOf(before.metrics),
    moved:
      before === undefined
        ? null
        : movedText(firstRank(before.rankings.hybrid ?? [], relevant), firstRank(hybrid, relevant)),
    gold: [relevant.filter(row => hybrid.includes(row)).length, relevant.length],
    cause: causes.of(ordinal),
  };
}

function caseBefore(against: ComparedRun | null, ordinal: number): SideCase | undefined {
  if (against === null || against.differs.length > 0) return undefined;
  const partner = against.pairing().beforeOf[ordinal] ?? -1;
  return partner < 0 ? undefined : against.side.one(partner);
}

export function figuresOf(metrics: SideCase['metrics']): CaseLineView['figures'] {
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
