import type { ComparedRun } from '../../../evals/explain/compared.ts';
import type { RunRecord } from '../../../evals/explain/run-record.ts';
import { figures, METRICS, type Metric } from '../../../evals/score/registry.ts';
import { LEGS } from '../../../evals/store/port.ts';
import type { FilterColumns, FlagColumn, ValueColumn } from '../../filter/columns.ts';
import { movedOutcome } from '../../model/outcome-of.ts';
import { SORT_KEYS } from '../../model/run.ts';
import type { Causes } from './causes.ts';

type Against = { readonly beforeOf: Int32Array; readonly values: (path: string) => Float64Array };

/** Fields and flags of a run's cases as columns (tui-cli.md 17), each made when a filter or an order asks for it. */
export function caseColumns(
  run: RunRecord,
  against: ComparedRun | null,
  causes: Causes,
  marks: readonly string[],
): FilterColumns {
  const compared = comparedOf(against);
  const field = (name: string): ValueColumn | undefined => {
    const figure = figureColumn(name);
    if (figure !== undefined) return numbers(figureValues(run, compared, figure));
    return PLAIN[name]?.(run, causes, compared);
  };
  return {
    field: remembered(field),
    flag: remembered(name => flagColumn(name, run, compared, causes, marks)),
  };
}

function comparedOf(other: ComparedRun | null): Against | null {
  if (other === null || other.differs.length > 0) return null;
  return { beforeOf: other.pairing().beforeOf, values: other.side.values };
}

const PLAIN: {
  readonly [name: string]: (run: RunRecord, causes: Causes, against: Against | null) => ValueColumn;
} = {
  id: ({ reader }) => folded(reader, 'id'),
  question: ({ reader }) => folded(reader, 'question'),
  answer: ({ reader }) => folded(reader, 'answer'),
  tag: ({ side }) => ({ kind: 'values', at: ordinal => side.tagsOf(ordinal) }),
  corpus: ({ reader }) => ({ kind: 'words', ...reader.words('corpus') }),
  outcome: ({ reader }) => ({ kind: 'words', ...reader.words('outcome') }),
  line: ({ reader }) => numbers(reader.numbers('line')),
  rank: ({ reader }) => numbers(reader.numbers('rank')),
  gold: ({ reader }) => numbers(reader.numbers('gold')),
  returned: ({ reader }) => numbers(reader.numbers('returned')),
  latency: ({ reader }) => numbers(reader.numbers('latency')),
  cause: (_run, causes) => ({ kind: 'values', at: causes.of }),
  moved: (run, _causes, against) => numbers(movedRanks(run, against)),
};

function folded(reader: RunRecord['reader'], column: 'id' | 'question' | 'answer'): ValueColumn {
  const { bytes, starts } = reader.text(column);
  const at = (ordinal: number): string =>
    column === 'id'
      ? reader.idOf(ordinal)
      : bytes.toString('utf8', starts[ordinal] ?? 0, starts[ordinal + 1] ?? 0);
  return { kind: 'folded', bytes, starts, at };
}

function numbers(values: Float64Array): ValueColumn {
  return { kind: 'numbers', values };
}

type FigureName = {
  readonly path: `${'lexical' | 'vector' | 'hybrid'}.${Metric}`;
  readonly isDelta: boolean;
};

const METRIC_OF = new Map(METRICS.map(metric => [SORT_KEYS[metric], metric]));

/** `recall`, `lexical.recall`, and the change of either as `d.recall`. */
function figureColumn(name: string): FigureName | undefined {
  const isDelta = name.startsWith('d.');
  const parts = (isDelta ? name.slice(2) : name).split('.');
  const metric = METRIC_OF.get(parts.at(-1) ?? '');
  const leg = parts.length === 1 ? 'hybrid' : LEGS.find(one => one === parts[0]);
  return metric === undefined || leg === undefined ? undefined : { path: `${leg}.${metric}`, isDelta };
}

function figureValues(
  { reader }: RunRecord,
  against: Against | null,
  { path, isDelta }: FigureName,
): Float64Array {
  const values = reader.numbers(path);
  if (!isDelta) return values;
  const deltas = new Float64Array(values.length).fill(Number.NaN);
  if (against === null) return deltas;
  const before = against.values(`retrieval.${path}`);
  for (const [ordinal, value] of values.entries()) {
    const partner = against.beforeOf[ordinal] ?? -1;
    if (partner >= 0) deltas[ordinal] = value - (before[partner] ?? Number.NaN);
  }
  return deltas;
}

/** Ranks by which the first relevant row moved up; NaN where it is missing on a side. */
function movedRanks(run: RunRecord, against: Against | null): Float64Array {
  const ranks = run.reader.numbers('rank');
  const moved = new Float64Array(ranks.length).fill(Number.NaN);
  if (against === null) return moved;
  // The reciprocal rank is 1 over the rank of the first relevant row, on either side.
  const before = against.values('retrieval.hybrid.reciprocal_rank');
  for (const [ordinal, rank] of ranks.entries()) {
    const partner = against.beforeOf[ordinal] ?? -1;
    const was = partner < 0 ? Number.NaN : (before[partner] ?? Number.NaN);
    if (was > 0 && rank > 0) moved[ordinal] = Math.round(1 / was) - rank;
  }
  return moved;
}

const RUN_FLAGS = new Map([
  ['error', 'error'],
  ['unscored', 'unscored'],
  ['forbidden', 'forbidden'],
  ['duplicate', 'duplicate'],
  ['stale', 'stale'],
  ['tie', 'tie'],
  ['must-abstain', 'must-abstain'],
  ['abstained', 'abstained'],
  ['regression', 'regression'],
] as const);

function flagColumn(
  name: string,
  run: RunRecord,
  against: Against | null,
  causes: Causes,
  marks: readonly string[],
): FlagColumn | undefined {
  for (const [flag, own] of RUN_FLAGS)
    if (flag === name) return { kind: 'bytes', values: run.reader.flags(own) };
  const rank = (): Float64Array => run.reader.numbers('rank');
  switch (name) {
    case 'red':
      return bytes(run, ordinal => failed(run, ordinal) || causes.has(ordinal));
    case 'marked': {
      const marked = new Set(marks);
      return bytes(run, ordinal => marked.has(run.side.idOf(ordinal)));
    }
    case 'new':
      return bytes(run, ordinal => against !== null && (against.beforeOf[ordinal] ?? -1) < 0);
    case 'gone':
      return bytes(run, () => false);
    case 'regressed':
    case 'improved':
      return against === null ? unknown(run) : changedFlag(run, against, name);
    case 'moved':
    case 'gold-lost':
    case 'gold-gained':
      return against === null ? unknown(run) : movedFlag(run, against, name, rank());
    default:
      return undefined;
  }
}

function failed({ reader }: RunRecord, ordinal: number): boolean {
  return reader.flags('fail')[ordinal] === 1 || reader.flags('error')[ordinal] === 1;
}

function changedFlag(run: RunRecord, against: Against, way: 'regressed' | 'improved'): FlagColumn {
  const sides = METRICS.map(metric => ({
    metric,
    after: run.reader.numbers(`hybrid.${metric}`),
    before: against.values(`retrieval.hybrid.${metric}`),
  }));
  return bytes(run, ordinal => {
    const partner = against.beforeOf[ordinal] ?? -1;
    if (partner < 0) return false;
    return sides.some(({ metric, after, before }) => {
      const [is, was] = [after[ordinal] ?? Number.NaN, before[partner] ?? Number.NaN];
      if (Number.isNaN(is) || Number.isNaN(was) || is === was) return false;
      const better = is > was === (figures[metric].better === 'higher');
      return (way === 'improved') === better && movedOutcome(metric, is, was) === way;
    });
  });
}

function movedFlag(run: RunRecord, against: Against, name: string, ranks: Float64Array): FlagColumn {
  const before = against.values('retrieval.hybrid.reciprocal_rank');
  return bytes(run, ordinal => {
    const partner = against.beforeOf[ordinal] ?? -1;
    if (partner < 0) return false;
    const had = (before[partner] ?? 0) > 0;
    const has = (ranks[ordinal] ?? 0) > 0;
    if (name === 'gold-lost') return had && !has;
    if (name === 'gold-gained') return !had && has;
    return had !== has || (had && Math.round(1 / (before[partner] ?? 1)) !== ranks[ordinal]);
  });
}

function bytes({ side }: RunRecord, holds: (ordinal: number) => boolean): FlagColumn {
  const values = new Uint8Array(side.count);
  for (let ordinal = 0; ordinal < side.count; ordinal += 1) values[ordinal] = holds(ordinal) ? 1 : 0;
  return { kind: 'bytes', values };
}

const UNKNOWN = 2;

function unknown({ side }: RunRecord): FlagColumn {
  return { kind: 'bytes', values: new Uint8Array(side.count).fill(UNKNOWN) };
}

function remembered<T>(make: (name: string) => T): (name: string) => T {
  const kept = new Map<string, T>();
  return name => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const made = make(name);
    kept.set(name, made);
    return made;
  };
}
