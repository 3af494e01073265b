import { METRICS } from '../score/registry.ts';
import { LEGS } from '../store/port.ts';
import type { FigureColumn, ListColumn, NumberColumn, TextColumn, WordColumn } from './types.ts';

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
export const LIST_COLUMNS: readonly ListColumn[] = ['tags', 'ranked', 'truth'];
export const TEXT_COLUMNS: readonly TextColumn[] = ['id', 'question', 'answer'];
/** Start and length of each case's bytes: in report.json (`cases` and `judge.cases`), results.jsonl, cases.jsonl. */
export const SPAN_COLUMNS = ['offsets', 'judged', 'results', 'goldens'] as const;
export type SpanColumn = (typeof SPAN_COLUMNS)[number];

/** The run's own files that an index is made from. */
export const SOURCES = ['report.json', 'results.jsonl', 'cases.jsonl'] as const;
