import { NS_PER_DAY } from '../../../core/time.ts';
import { windowSizes } from '../call-scope.ts';
import type { AnalyzerName } from '../port.ts';
import { type Batch, floorFor, isWindowed } from './batch.ts';
import { ANALYZER_NUMBERS } from './fold.ts';
import { type Bind, type Binding, bound, type Statement, statement } from './statement.ts';

/**
 * The calls of a batch as the temporary table `calls`, which every later statement joins: `c`, `q` question,
 * `e` embedding (−1 none), the recency window `since` to `until`, sizes of `candidates = "window"`, and one
 * floor per analyzer.
 */
export function callsStatement({ calls, analyzers }: Batch): Statement {
  const lists: Readonly<Record<string, Binding>> = {
    c: bound.integers(calls.map(({ number }) => number)),
    q: bound.integers(calls.map(({ question }) => question)),
    e: bound.integers(calls.map(({ embedding }) => embedding)),
    since: bound.instants(calls.map(({ call }) => call.sinceNs)),
    until: bound.instants(calls.map(({ call }) => earliest(call.anchorNs + NS_PER_DAY))),
    newest: bound.integers(calls.map(({ rowLimit }) => windowSizes(rowLimit).newest)),
    nearest: bound.integers(calls.map(({ rowLimit }) => windowSizes(rowLimit).nearest)),
    ...Object.fromEntries(
      analyzers.map(name => [`floor_${name}`, bound.numbers(calls.map(call => floorFor(call, name)))]),
    ),
  };
  return statement(bind => `CREATE OR REPLACE TEMP TABLE calls AS SELECT ${unnested(bind, lists)}`);
}

/** Lists of equal length as columns. */
export function unnested(bind: Bind, lists: Readonly<Record<string, Binding>>): string {
  return Object.entries(lists)
    .map(([name, list]) => `unnest(${bind(list)}) AS ${name}`)
    .join(', ');
}

/** The floor of call `k` for a row of the relation `row`; null = every row passes. */
export function floorSql(analyzers: readonly AnalyzerName[], row: string): string {
  const [only] = analyzers;
  if (analyzers.length === 1 && only !== undefined) return `k.floor_${only}`;
  const whens = analyzers.map(name => `WHEN ${ANALYZER_NUMBERS[name]} THEN k.floor_${name}`);
  return `(CASE ${row}.analyzer ${whens.join(' ')} END)`;
}

/** Whether a row of the relation `row` is inside the recency window of call `k` (evaluate.md 9.6). */
export function insideSql(calls: Batch['calls'], row: string): string {
  if (!isWindowed(calls)) return 'true';
  return `coalesce(k.since IS NULL OR ${row}.instant BETWEEN k.since AND k.until, false)`;
}

/** Equal for rows that call `k` takes for one (9.2): where a floor applies, the rows of a table with one content hash. */
export function contentSql(analyzers: readonly AnalyzerName[], row: string): string {
  const floor = floorSql(analyzers, row);
  return `CASE WHEN ${floor} IS NULL OR ${row}.twin IS NULL THEN -1 - ${row}.ord ELSE ${row}.twin END`;
}

const LAST_INSTANT = 2n ** 63n - 1n;

function earliest(instant: bigint): bigint {
  return instant < LAST_INSTANT ? instant : LAST_INSTANT;
}
