import { fold } from '../../core/fold.ts';
import { type FilterColumns, type FlagColumn, type ValueColumn, valueAt } from './columns.ts';
import type { Comparison, FilterTree } from './tree.ts';
import { type FieldValue, negate, type Truth, truthOf } from './truth.ts';
import { containsTest, hasValue, orderTests, valueTest } from './value-test.ts';

export type RowTest = (ordinal: number) => Truth;

export type CompileOptions = {
  /** Fields that a bare word is looked for in. */
  readonly text?: readonly string[];
  /** Answers regular expressions from elsewhere; else they run here, without a limit. */
  readonly pattern?: ((comparison: Comparison) => RowTest) | undefined;
};

/** Text fields of the list of cases. */
const TEXT = ['id', 'question'];

/**
 * A filter made ready for the columns of a list: 1 the row stays, -1 it does not, 0 unknown (tui-cli.md 17
 * [filter.eval]). Numbers, codes and flags are compared in place; a dictionary is asked once a word, not once a row.
 */
export function compileFilter(
  tree: FilterTree | null,
  columns: FilterColumns,
  options: CompileOptions = {},
): RowTest {
  if (tree === null) return () => 1;
  if ('and' in tree) return allOf(tree.and.map(part => compileFilter(part, columns, options)));
  if ('or' in tree) return oneOf(tree.or.map(part => compileFilter(part, columns, options)));
  if ('not' in tree) {
    const test = compileFilter(tree.not, columns, options);
    return ordinal => negate(test(ordinal));
  }
  if ('is' in tree) return flagTest(columns.flag(tree.is));
  if ('has' in tree) return columnTest(columns.field(tree.has), value => truthOf(hasValue(value)));
  if ('text' in tree) return wordTest(tree.text, columns, options.text ?? TEXT);
  if (tree.cmp[1] === '~' && options.pattern !== undefined) return options.pattern(tree);
  return comparisonTest(tree, columns.field(tree.cmp[0]));
}

function allOf(tests: readonly RowTest[]): RowTest {
  return ordinal => {
    let least: Truth = 1;
    for (const test of tests) {
      const truth = test(ordinal);
      if (truth === -1) return -1;
      if (truth === 0) least = 0;
    }
    return least;
  };
}

function oneOf(tests: readonly RowTest[]): RowTest {
  return ordinal => {
    let greatest: Truth = -1;
    for (const test of tests) {
      const truth = test(ordinal);
      if (truth === 1) return 1;
      if (truth === 0) greatest = 0;
    }
    return greatest;
  };
}

function flagTest(column: FlagColumn | undefined): RowTest {
  if (column === undefined) return () => 0;
  if (column.kind === 'values') return ordinal => truthOf(column.at(ordinal));
  const { values } = column;
  return ordinal => {
    const value = values[ordinal];
    if (value === 1) return 1;
    return value === 0 ? -1 : 0;
  };
}

function wordTest(word: string, columns: FilterColumns, fields: readonly string[]): RowTest {
  const tests = fields.map(name => {
    const column = columns.field(name);
    return column?.kind === 'folded' ? foldedTest(column, word) : columnTest(column, containsTest(word));
  });
  return oneOf(tests);
}

function comparisonTest(comparison: Comparison, column: ValueColumn | undefined): RowTest {
  const [, op, wanted] = comparison.cmp;
  if (column?.kind === 'numbers' && typeof wanted === 'number') {
    const { values } = column;
    const holds = orderTests[op];
    return ordinal => {
      const value = values[ordinal] ?? Number.NaN;
      if (!Number.isFinite(value)) return 0;
      return holds(value, wanted) ? 1 : -1;
    };
  }
  if (column?.kind === 'folded' && op === ':' && typeof wanted === 'string' && !wanted.includes('*')) {
    return foldedTest(column, wanted);
  }
  return columnTest(column, valueTest(comparison));
}

function columnTest(column: ValueColumn | undefined, test: (value: FieldValue) => Truth): RowTest {
  if (column?.kind !== 'words') return ordinal => test(valueAt(column, ordinal));
  const { codes, words } = column;
  const truths = words.map(test);
  const missing = test(null);
  return ordinal => truths[codes[ordinal] ?? -1] ?? missing;
}

/**
 * Searches the bytes of all rows at once: the next hit is kept, so that rows asked in order cost one pass over the
 * bytes however few of them match.
 */
function foldedTest({ bytes, starts }: Extract<ValueColumn, { kind: 'folded' }>, word: string): RowTest {
  const needle = Buffer.from(fold(word));
  let searched = 0;
  let hit = needle.length === 0 ? 0 : bytes.indexOf(needle);
  return ordinal => {
    const start = starts[ordinal] ?? 0;
    const end = starts[ordinal + 1] ?? start;
    if (needle.length === 0) return 1;
    const isKnown = start >= searched && (hit === -1 || start <= hit);
    if (!isKnown) {
      searched = start;
      hit = bytes.indexOf(needle, start);
    }
    return hit !== -1 && hit + needle.length <= end ? 1 : -1;
  };
}
