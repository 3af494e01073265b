import { METRICS } from '../score/registry.ts';
import { LEGS } from '../store/port.ts';
import type { FigureColumn, ListColumn, NumberColumn, RowsColumn, TextColumn, WordColumn } from './types.ts';

/** What an index holds; another number is another index and is made anew. */
export const INDEX_FORMAT = 1;

export const FIGURE_COLUMNS: readonly FigureColumn[] = LEGS.flatMap(leg =>
  METRICS.map((metric): FigureColumn => `${leg}.${metric}`),
);

export const NUMBER_COLUMNS: readonly NumberColumn[] = [
  ...FIGURE_COLUMNS,
  'line',
  'rank',
  'gold',
  'relevant',
  'returned',
  'latency',
];

export const WORD_COLUMNS: readonly WordColumn[] = ['outcome', 'corpus'];
const ROWS_COLUMNS: readonly RowsColumn[] = LEGS.map((leg): RowsColumn => `${leg}.rows`);
export const LIST_COLUMNS: readonly ListColumn[] = ['tags', ...ROWS_COLUMNS, 'truth'];
export const TEXT_COLUMNS: readonly TextColumn[] = ['id', 'question', 'answer'];
/** Start and length of each case's bytes: in report.json (`cases` and `judge.cases`), results.jsonl, cases.jsonl. */
export const SPAN_COLUMNS = ['offsets', 'judged', 'results', 'goldens'] as const;
export type SpanColumn = (typeof SPAN_COLUMNS)[number];

/** Without any of them an index is one of an earlier layout. */
export const INDEX_FILES: readonly string[] = [
  'head.json',
  'flags.u32',
  'ids.bin',
  'ids.f64',
  ...NUMBER_COLUMNS.map(name => `${name}.f64`),
  ...WORD_COLUMNS.flatMap(name => [`${name}.u32`, `${name}.words.json`]),
  ...LIST_COLUMNS.flatMap(name => [`${name}.u32`, `${name}.starts.u32`]),
  'tags.words.json',
  ...TEXT_COLUMNS.flatMap(name => [`${name}.text.bin`, `${name}.text.f64`]),
  ...SPAN_COLUMNS.map(name => `${name}.u64`),
];

/** The run's own files that an index is made from. */
export const SOURCES = ['report.json', 'results.jsonl', 'cases.jsonl'] as const;
