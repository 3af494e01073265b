import { setImmediate } from 'node:timers/promises';
import { columnsOfRows, type FilterColumns, type RowReader, valueAt } from './columns.ts';
import { compileFilter, type RowTest } from './compile.ts';
import { type PatternRunner, startPatternRunner } from './pattern-worker.ts';
import type { Comparison, FilterTree } from './tree.ts';
import type { Truth } from './truth.ts';

export type ScanOptions = {
  /** Rows between two turns of the event loop. */
  readonly slice?: number;
  /** Ends the scan quietly. */
  readonly signal?: AbortSignal;
  /** Fields that a bare word is looked for in. */
  readonly text?: readonly string[];
  /** Time that regular expressions have in all; 2,000. */
  readonly patternLimitMs?: number;
};

const SLICE = 20_000;

/**
 * The ordinals of the rows that stay, in order: one array a slice, also where it is empty, with a turn of the event
 * loop between (tui-cli.md 17). Regular expressions run in a thread: FilterTooSlow (2) after their 2 s.
 */
export async function* scan(
  count: number,
  reader: FilterColumns | RowReader,
  tree: FilterTree | null,
  options: ScanOptions = {},
): AsyncGenerator<Uint32Array, void, undefined> {
  const columns = typeof reader === 'function' ? columnsOfRows(reader) : reader;
  const { slice = SLICE, signal, text } = options;
  const patterns = patternsOf(tree);
  const runner =
    patterns.length === 0 ? undefined : await startPatternRunner({ limitMs: options.patternLimitMs, signal });
  try {
    const answers = new Map<Comparison, Answers>(patterns.map(pattern => [pattern, new Map()]));
    const pattern =
      runner &&
      ((one: Comparison): RowTest =>
        at =>
          answers.get(one)?.get(at) ?? 0);
    const test = compileFilter(tree, columns, { pattern, ...(text === undefined ? {} : { text }) });
    for (let from = 0; from < count; from += slice) {
      if (from > 0) await setImmediate();
      if (signal?.aborted) return;
      const to = Math.min(count, from + slice);
      if (runner !== undefined) await ask(runner, answers, columns, openRows(test, from, to, answers));
      if (signal?.aborted) return;
      yield matched(test, from, to);
    }
  } finally {
    await runner?.close();
  }
}

type Answers = Map<number, Truth>;

function matched(test: RowTest, from: number, to: number): Uint32Array {
  const found = new Uint32Array(to - from);
  let length = 0;
  for (let ordinal = from; ordinal < to; ordinal += 1) {
    if (test(ordinal) === 1) {
      found[length] = ordinal;
      length += 1;
    }
  }
  return found.slice(0, length);
}

/** Rows that the rest of the filter leaves open: no expression is run for the others. */
function openRows(
  test: RowTest,
  from: number,
  to: number,
  answers: ReadonlyMap<Comparison, Answers>,
): readonly number[] {
  for (const one of answers.values()) one.clear();
  const open: number[] = [];
  for (let ordinal = from; ordinal < to; ordinal += 1) if (test(ordinal) === 0) open.push(ordinal);
  return open;
}

async function ask(
  runner: PatternRunner,
  answers: ReadonlyMap<Comparison, Answers>,
  columns: FilterColumns,
  rows: readonly number[],
): Promise<void> {
  if (rows.length === 0) return;
  for (const [comparison, known] of answers) {
    const [field, , pattern] = comparison.cmp;
    const column = columns.field(field);
    const truths = await runner.test(
      String(pattern),
      rows.map(ordinal => valueAt(column, ordinal)),
    );
    if (truths === undefined) return;
    for (const [place, ordinal] of rows.entries()) known.set(ordinal, truthAt(truths, place));
  }
}

function truthAt(truths: Int8Array, place: number): Truth {
  const value = truths[place];
  if (value === 1) return 1;
  return value === -1 ? -1 : 0;
}

function patternsOf(tree: FilterTree | null): readonly Comparison[] {
  if (tree === null || 'is' in tree || 'has' in tree || 'text' in tree) return [];
  if ('and' in tree) return tree.and.flatMap(patternsOf);
  if ('or' in tree) return tree.or.flatMap(patternsOf);
  if ('not' in tree) return patternsOf(tree.not);
  return tree.cmp[1] === '~' ? [tree] : [];
}
