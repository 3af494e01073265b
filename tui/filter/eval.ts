import { columnsOfRows, type FieldReader } from './columns.ts';
import { compileFilter } from './compile.ts';
import type { FilterTree } from './tree.ts';

/**
 * Whether one row stays: null is unknown, and only true keeps a row (tui-cli.md 17 [filter.eval]). `text` names the
 * fields that a bare word is looked for in. For many rows compile once instead; regular expressions run here and
 * without a limit, which `scan` avoids.
 */
export function evaluate(
  tree: FilterTree | null,
  row: FieldReader,
  text?: readonly string[],
): boolean | null {
  const test = compileFilter(
    tree,
    columnsOfRows(() => row),
    text === undefined ? {} : { text },
  );
  const truth = test(0);
  return truth === 0 ? null : truth === 1;
}
