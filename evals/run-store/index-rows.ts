import { fold } from '../../core/fold.ts';
import type { JsonObject } from '../../core/json.ts';
import { REGRESSION_TAG } from '../case/types.ts';
import { METRICS } from '../score/registry.ts';
import { LEGS } from '../store/port.ts';
import { listAt, numberAt, objectAt, referenceHashesAt, textAt, textsAt } from './case-facts.ts';
import { ColumnOut, type IndexSink } from './column-files.ts';
import {
  LIST_COLUMNS,
  NUMBER_COLUMNS,
  SPAN_COLUMNS,
  type SpanColumn,
  TEXT_COLUMNS,
  WORD_COLUMNS,
} from './layout.ts';
import {
  CASE_FLAGS,
  type CaseFlag,
  type ListColumn,
  type NumberColumn,
  type TextColumn,
  type WordColumn,
} from './types.ts';

export type Span = { readonly start: number; readonly length: number };

/** What the files of a run say of one case; a file that lacks it gives undefined. */
export type CaseSources = {
  readonly report: JsonObject | undefined;
  readonly golden: JsonObject | undefined;
  readonly latency: number;
  readonly spans: { readonly [column in Exclude<SpanColumn, 'judged'>]: Span };
};

/** Writes one row after the other into the columns of an index. */
export type IndexRows = {
  readonly add: (sources: CaseSources) => void;
  /** Spans of the judged cases, in the order of the cases; those without are empty. */
  readonly addJudged: (span: Span) => void;
  /** Ends every column and gives their sizes. */
  readonly finish: () => { readonly [file: string]: number };
  readonly count: () => number;
};

/** The case is not in that file. */
export const NOWHERE: Span = { start: 0, length: 0 };

export function indexRows(sink: IndexSink): IndexRows {
  const columns = columnsOf(sink);
  let count = 0;
  let judged = 0;
  for (const name of LIST_COLUMNS) columns.starts[name].u32(0);
  for (const name of TEXT_COLUMNS) columns.textStarts[name].f64(0);
  columns.idStarts.f64(0);
  return {
    count: () => count,
    add: sources => {
      addCase(columns, sources, count);
      count += 1;
    },
    addJudged: ({ start, length }) => {
      columns.spans.judged.u64(start);
      columns.spans.judged.u64(length);
      judged += 1;
    },
    finish: () => {
      for (; judged < count; judged += 1) addSpan(columns.spans.judged, NOWHERE);
      for (const name of [...WORD_COLUMNS, 'tags'] as const) {
        const out = new ColumnOut(sink, `${name}.words.json`);
        columns.all.set(`${name}.words.json`, out);
        out.text(JSON.stringify([...columns.words[name].keys()]));
      }
      for (const out of columns.all.values()) out.flush();
      return Object.fromEntries([...columns.all].map(([file, out]) => [file, out.length]));
    },
  };
}

type Columns = {
  readonly all: Map<string, ColumnOut>;
  readonly numbers: { readonly [name in NumberColumn]: ColumnOut };
  readonly codes: { readonly [name in WordColumn | ListColumn]: ColumnOut };
  readonly starts: { readonly [name in ListColumn]: ColumnOut };
  readonly texts: { readonly [name in TextColumn]: ColumnOut };
  readonly textStarts: { readonly [name in TextColumn]: ColumnOut };
  readonly spans: { readonly [name in SpanColumn]: ColumnOut };
  readonly words: { readonly [name in WordColumn | 'tags']: Map<string, number> };
  readonly ends: { [name in ListColumn]: number };
  readonly flags: ColumnOut;
  readonly ids: ColumnOut;
  readonly idStarts: ColumnOut;
};

function columnsOf(sink: IndexSink): Columns {
  const all = new Map<string, ColumnOut>();
  const out = (file: string): ColumnOut => {
    const column = new ColumnOut(sink, file);
    all.set(file, column);
    return column;
  };
  const each = <Name extends string>(names: readonly Name[], file: (name: Name) => string) => {
    const found: Partial<Record<Name, ColumnOut>> = {};
    for (const name of names) found[name] = out(file(name));
    return found as { readonly [name in Name]: ColumnOut };
  };
  return {
    all,
    numbers: each(NUMBER_COLUMNS, name => `${name}.f64`),
    codes: each([...WORD_COLUMNS, ...LIST_COLUMNS], name => `${name}.u32`),
    starts: each(LIST_COLUMNS, name => `${name}.starts.u32`),
    texts: each(TEXT_COLUMNS, name => `${name}.text.bin`),
    textStarts: each(TEXT_COLUMNS, name => `${name}.text.f64`),
    spans: each(SPAN_COLUMNS, name => `${name}.u64`),
    words: { outcome: new Map(), corpus: new Map(), tags: new Map() },
    ends: { tags: 0, 'lexical.rows': 0, 'vector.rows': 0, 'hybrid.rows': 0, truth: 0 },
    flags: out('flags.u32'),
    ids: out('ids.bin'),
    idStarts: out('ids.f64'),
  };
}

function addCase(columns: Columns, { report, golden, latency, spans }: CaseSources, ordinal: number): void {
  const metrics = objectAt(report, 'metrics');
  const figures = LEGS.map(leg => objectAt(metrics, leg));
  LEGS.forEach((leg, i) => {
    for (const metric of METRICS) columns.numbers[`${leg}.${metric}`].f64(numberAt(figures[i], metric));
  });
  const id = textAt(report, 'id') ?? `#${ordinal}`;
  const tags = textsAt(report, 'tags');
  const legs = objectAt(report, 'legs');
  const rows = LEGS.map(leg => referenceHashesAt(legs, leg));
  const ranked = rows[LEGS.indexOf('hybrid')] ?? [];
  const hasHybrid = legs?.['hybrid'] !== undefined;
  const expected = objectAt(golden, 'expected');
  const truth = referenceHashesAt(expected, 'artifacts');
  const relevant = new Set(truth);
  const first = ranked.findIndex(hash => relevant.has(hash));
  columns.numbers.line.f64(numberAt(report, 'line'));
  columns.numbers.rank.f64(first < 0 ? Number.NaN : first + 1);
  columns.numbers.gold.f64(
    golden === undefined ? Number.NaN : new Set(ranked.filter(hash => relevant.has(hash))).size,
  );
  columns.numbers.relevant.f64(golden === undefined ? Number.NaN : relevant.size);
  columns.numbers.returned.f64(hasHybrid ? ranked.length : Number.NaN);
  columns.numbers.latency.f64(latency);
  const outcome = textAt(report, 'outcome') ?? '';
  addWord(columns, 'outcome', outcome);
  addWord(columns, 'corpus', textAt(golden, 'corpus') ?? '');
  addList(
    columns,
    'tags',
    tags.map(tag => codeOf(columns.words.tags, tag)),
  );
  LEGS.forEach((leg, i) => {
    addList(columns, `${leg}.rows`, rows[i] ?? []);
  });
  addList(columns, 'truth', truth);
  columns.ids.text(id);
  columns.idStarts.f64(columns.ids.length);
  addText(columns, 'id', id);
  addText(columns, 'question', textAt(golden, 'question') ?? '');
  addText(columns, 'answer', textAt(expected, 'answer') ?? '');
  columns.flags.u32(
    flagBits(report, {
      figures,
      tags,
      outcome,
      abstains: expected?.['must_abstain'] === true,
      silent: hasHybrid && ranked.length === 0,
    }),
  );
  for (const name of ['offsets', 'results', 'goldens'] as const) addSpan(columns.spans[name], spans[name]);
}

type Seen = {
  readonly figures: readonly (JsonObject | undefined)[];
  readonly tags: readonly string[];
  readonly outcome: string;
  readonly abstains: boolean;
  readonly silent: boolean;
};

function flagBits(
  report: JsonObject | undefined,
  { figures, tags, outcome, abstains, silent }: Seen,
): number {
  const anyOver = (metric: string): boolean => figures.some(leg => numberAt(leg, metric) > 0);
  const outside = objectAt(report, 'out_of_window');
  const holds: { readonly [flag in CaseFlag]: boolean } = {
    error: outcome === 'error',
    unscored: outcome === 'unscored',
    fail: outcome === 'fail',
    forbidden: anyOver('forbidden_row_rate'),
    duplicate: anyOver('duplicate_row_rate'),
    stale: LEGS.some(leg => listAt(outside, leg).length > 0),
    tie: listAt(report, 'ties').length > 0,
    'must-abstain': abstains,
    abstained: silent,
    regression: tags.includes(REGRESSION_TAG),
  };
  return CASE_FLAGS.reduce((bits, flag, i) => (holds[flag] ? bits | (1 << i) : bits), 0);
}

function addWord(columns: Columns, name: WordColumn, word: string): void {
  columns.codes[name].u32(codeOf(columns.words[name], word));
}

function codeOf(words: Map<string, number>, word: string): number {
  const known = words.get(word);
  if (known !== undefined) return known;
  words.set(word, words.size);
  return words.size - 1;
}

function addList(columns: Columns, name: ListColumn, codes: readonly number[]): void {
  for (const code of codes) columns.codes[name].u32(code);
  columns.ends[name] += codes.length;
  columns.starts[name].u32(columns.ends[name]);
}

function addText(columns: Columns, name: TextColumn, text: string): void {
  columns.texts[name].text(fold(text));
  columns.textStarts[name].f64(columns.texts[name].length);
}

function addSpan(column: ColumnOut, { start, length }: Span): void {
  column.u64(start);
  column.u64(length);
}
