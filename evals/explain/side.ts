import { isJsonObject } from '../../core/json.ts';
import { newest } from '../../core/newest.ts';
import type { WrittenReference } from '../case/types.ts';
import { sidecarValues } from '../gate/case-values.ts';
import { type MetricPath, parseMetricPath } from '../gate/metric-path.ts';
import type { Sidecar, SidecarCase } from '../gate/sidecar.ts';
import { judgedFigures } from '../judge/judged-case.ts';
import { referenceHash } from '../run-store/hash.ts';
import type { FigureColumn, ListAt, RunReader, Texts } from '../run-store/types.ts';
import type { Figure } from '../score/figure.ts';
import type { LegFigures } from '../score/leg-figures.ts';
import type { Outcome } from '../score/outcome.ts';
import { METRICS, type Metric } from '../score/registry.ts';
import type { PerLeg } from '../score/report.ts';
import { LEGS, type Leg } from '../store/port.ts';
import type { FigureValues, Pairing } from './attribution.ts';
import type { Grouped } from './concentration.ts';
import type { Rankings } from './lost.ts';

export type SideCase = {
  readonly outcome: Outcome;
  readonly rankings: Rankings;
  readonly metrics: PerLeg<LegFigures>;
  /** 1-based positions of rows outside the recency window; a sidecar does not tell them. */
  readonly outOfWindow: PerLeg<readonly number[]>;
};

/** One of two runs: what its cases bear of a figure, and what each returned. Cases are named by their ordinals. */
export type Side = {
  readonly count: number;
  readonly idOf: (ordinal: number) => string;
  readonly ordinalOf: (id: string) => number | undefined;
  /** Ids in bytes, not kept; null: there are none so. */
  readonly ids: () => Texts | null;
  /** All NaN for a path that has no figures by case. */
  readonly values: (path: string) => Float64Array;
  /** The same without holding them all. */
  readonly figures: (path: string) => FigureValues;
  readonly tagsOf: (ordinal: number) => readonly string[];
  /** Tags and corpora of all cases. */
  readonly grouped: () => Grouped;
  /** Hashes of the rows of a leg (run-store/hash.ts). */
  readonly rows: (leg: Leg) => ListAt;
  readonly outcomeOf: (ordinal: number) => string;
  readonly one: (ordinal: number) => SideCase;
};

/** What an index holds of every case. */
type IndexedCases = Pick<
  RunReader,
  'numbers' | 'numberAt' | 'words' | 'lists' | 'listAt' | 'tags' | 'idsOnce' | 'idOf' | 'ordinalOf' | 'count'
>;

type CaseReading = {
  readonly one: (ordinal: number) => SideCase;
  /** A figure that the index has no column for: of the edge surface, of judges. */
  readonly figure: (ordinal: number, path: MetricPath) => Figure;
  /** Whether the index knows the corpora of the cases. */
  readonly hasCorpora: boolean;
};

/** A stored run. Figures come from its index; a case is read when somebody looks at it. */
export function readerSide(reader: RunReader): Side {
  return indexedSide(reader, {
    hasCorpora: true,
    one: ordinal => {
      const report = reader.reportNow(ordinal);
      return {
        outcome: report.outcome,
        metrics: report.metrics,
        rankings: rankingsOf(leg => report.legs[leg]),
        outOfWindow: report.out_of_window ?? {},
      };
    },
    figure: (ordinal, path) => {
      const { report, judged } = reader.caseNow(ordinal);
      const figures: unknown =
        path.source === 'judge'
          ? judged === null
            ? null
            : judgedFigures(judged)
          : path.leg === null
            ? null
            : report.edge_metrics?.[path.leg];
      const value = isJsonObject(figures) ? figures[path.name] : null;
      return typeof value === 'number' ? value : null;
    },
  });
}

/** Cases of an index, whatever it was made of. */
export function indexedSide(cases: IndexedCases, { one, figure, hasCorpora }: CaseReading): Side {
  const alone = cases.tags.map(tag => [tag]);
  const tagsOf = (ordinal: number): readonly string[] => {
    const { codes, starts } = cases.lists('tags');
    const [from, to] = [starts[ordinal] ?? 0, starts[ordinal + 1] ?? 0];
    // Asked for every case of a run: most have one tag or none, and need no list of their own.
    if (to <= from) return NO_TAGS;
    if (to === from + 1) return alone[codes[from] ?? -1] ?? NO_TAGS;
    return Array.from(codes.subarray(from, to), code => cases.tags[code] ?? '');
  };
  const { count } = cases;
  const read = newest<Float64Array>(KEPT_READ);
  /** What has no column is read from every case. */
  const readFigures = (path: MetricPath): Float64Array =>
    read(path.text, () => none(count).map((_, ordinal) => figure(ordinal, path) ?? Number.NaN));
  const figuresOf = (path: MetricPath): ((ordinal: number) => number) => {
    const column = columnOf(path);
    if (column !== undefined) return cases.numberAt(column);
    const values = readFigures(path);
    return ordinal => values[ordinal] ?? Number.NaN;
  };
  const inSlice = (tag: string): ((ordinal: number) => boolean) => {
    const { codes, starts } = cases.lists('tags');
    const code = cases.tags.indexOf(tag);
    return ordinal => {
      const end = starts[ordinal + 1] ?? 0;
      for (let i = starts[ordinal] ?? 0; i < end; i += 1) if (codes[i] === code) return true;
      return false;
    };
  };
  return {
    count,
    idOf: cases.idOf,
    ordinalOf: cases.ordinalOf,
    ids: cases.idsOnce,
    values: text => {
      const path = parseMetricPath(text);
      if (path === undefined || path.kind === 'count') return none(count);
      const column = columnOf(path);
      const all = column === undefined ? readFigures(path) : cases.numbers(column);
      if (path.tag === null) return all;
      const isIn = inSlice(path.tag);
      return all.map((value, ordinal) => (isIn(ordinal) ? value : Number.NaN));
    },
    figures: text => {
      const path = parseMetricPath(text);
      if (path === undefined || path.kind === 'count') return { length: count, at: () => Number.NaN };
      const at = figuresOf(path);
      if (path.tag === null) return { length: count, at };
      const isIn = inSlice(path.tag);
      return { length: count, at: ordinal => (isIn(ordinal) ? at(ordinal) : Number.NaN) };
    },
    tagsOf,
    grouped: () => ({
      tags: { ...cases.lists('tags'), words: cases.tags },
      corpora: hasCorpora ? cases.words('corpus') : null,
    }),
    rows: leg => cases.listAt(`${leg}.rows`),
    outcomeOf: ordinal => {
      const { codes, words } = cases.words('outcome');
      return words[codes[ordinal] ?? -1] ?? '';
    },
    one,
  };
}

const NO_TAGS: readonly string[] = [];

/** Figures that were read from every case and stay. */
const KEPT_READ = 2;

function columnOf({ source, leg, name }: MetricPath): FigureColumn | undefined {
  return source === 'retrieval' && leg !== null && isRetrieval(name) ? `${leg}.${name}` : undefined;
}

function isRetrieval(name: string): name is Metric {
  return METRICS.some(metric => metric === name);
}

/** The sidecar of a baseline stands for the run that it was taken from. */
export function sidecarSide(sidecar: Sidecar): Side {
  const { cases } = sidecar;
  const byId = new Map(cases.map(({ id }, ordinal) => [id, ordinal]));
  const at = (ordinal: number): SidecarCase => {
    const found = cases[ordinal];
    if (found === undefined)
      throw new RangeError(`a sidecar of ${cases.length} cases has no case ${ordinal}`);
    return found;
  };
  const valuesOf = (text: string): Float64Array => {
    const path = parseMetricPath(text);
    const values = none(cases.length);
    if (path === undefined || path.kind === 'count') return values;
    for (const { id, value } of sidecarValues(sidecar, path)) {
      const ordinal = byId.get(id);
      if (ordinal !== undefined && value !== null) values[ordinal] = value;
    }
    return values;
  };
  return {
    count: cases.length,
    idOf: ordinal => at(ordinal).id,
    ordinalOf: id => byId.get(id),
    ids: () => null,
    values: valuesOf,
    figures: text => {
      const values = valuesOf(text);
      return { length: values.length, at: ordinal => values[ordinal] ?? Number.NaN };
    },
    tagsOf: ordinal => at(ordinal).tags,
    grouped: () => ({ tags: tagLists(cases), corpora: null }),
    rows: leg => listOf(cases.map(({ legs }) => (legs[leg]?.rows ?? []).map(referenceHash))),
    outcomeOf: ordinal => at(ordinal).outcome,
    one: ordinal => sidecarCaseSide(at(ordinal)),
  };
}

function listOf(lists: readonly (readonly number[])[]): ListAt {
  const codes = lists.flat();
  const starts = [0];
  for (const { length } of lists) starts.push((starts.at(-1) ?? 0) + length);
  return { codes: place => codes[place] ?? Number.NaN, starts: ordinal => starts[ordinal] ?? Number.NaN };
}

function tagLists(cases: readonly SidecarCase[]): Grouped['tags'] {
  const all = cases.flatMap(({ tags }) => tags);
  const words = [...new Set(all)];
  const codeOf = new Map(words.map((word, code) => [word, code]));
  const starts = new Uint32Array(cases.length + 1);
  for (const [i, { tags }] of cases.entries()) starts[i + 1] = (starts[i] ?? 0) + tags.length;
  return { codes: Uint32Array.from(all, tag => codeOf.get(tag) ?? 0), starts, words };
}

export function sidecarCaseSide({ outcome, legs }: SidecarCase): SideCase {
  return {
    outcome,
    rankings: rankingsOf(leg => legs[leg]?.rows),
    metrics: metricsOf(leg => legs[leg]?.metrics),
    outOfWindow: {},
  };
}

/** Pairs the cases of two runs by their ids. */
export function pairCases(before: Side, after: Side): Pairing {
  if (isSameIds(before.ids(), after.ids())) {
    return { beforeOf: new Int32Array(after.count).map((_, ordinal) => ordinal), left: [] };
  }
  const beforeOf = new Int32Array(after.count).fill(-1);
  const taken = new Uint8Array(before.count);
  for (let ordinal = 0; ordinal < after.count; ordinal += 1) {
    const id = after.idOf(ordinal);
    // Two runs of one set hold their cases in one order.
    const partner = ordinal < before.count && before.idOf(ordinal) === id ? ordinal : before.ordinalOf(id);
    if (partner === undefined) continue;
    beforeOf[ordinal] = partner;
    taken[partner] = 1;
  }
  const left: number[] = [];
  for (let ordinal = 0; ordinal < before.count; ordinal += 1) if (taken[ordinal] === 0) left.push(ordinal);
  return { beforeOf, left };
}

/** Most runs are of the cases of the one before. */
function isSameIds(a: Texts | null, b: Texts | null): boolean {
  if (a === null || b === null || a.starts.length !== b.starts.length) return false;
  if (!a.bytes.equals(b.bytes)) return false;
  for (let i = 0; i < a.starts.length; i += 1) if (a.starts[i] !== b.starts[i]) return false;
  return true;
}

/** A row as people read it; keys that hold `#` are not told apart, which only a reader would notice. */
export function referenceText(reference: WrittenReference): string {
  return typeof reference === 'string' ? reference : reference.join('#');
}

function none(count: number): Float64Array {
  return new Float64Array(count).fill(Number.NaN);
}

function rankingsOf(rows: (leg: Leg) => readonly WrittenReference[] | undefined): Rankings {
  const rankings: { [leg in Leg]?: readonly string[] } = {};
  for (const leg of LEGS) {
    const found = rows(leg);
    if (found !== undefined) rankings[leg] = found.map(referenceText);
  }
  return rankings;
}

function metricsOf(figures: (leg: Leg) => LegFigures | undefined): PerLeg<LegFigures> {
  const metrics: { [leg in Leg]?: LegFigures } = {};
  for (const leg of LEGS) {
    const found = figures(leg);
    if (found !== undefined) metrics[leg] = found;
  }
  return metrics;
}
