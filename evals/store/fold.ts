import { compareCodePoints } from '../../core/code-points.ts';
import type { Nanoseconds } from '../../core/time.ts';
import type { Bounds, LandingStamp, LandRow, TableSchema } from './port.ts';

/** One landed row of one table, as the fold reads it. */
export type Landed<Row extends VersionRow = LandRow> = {
  readonly row: Row;
  readonly stamp: Pick<LandingStamp, 'runId' | 'ingestedNs'>;
};

type VersionRow = Pick<
  LandRow,
  'seq' | 'chain' | 'order' | 'availableNs' | 'validFromNs' | 'validToNs' | 'deleted'
>;

/** When a version is the one of its chain: [availableNs, supersededNs), and whether it is the last one. */
export type Interval = {
  readonly availableNs: Nanoseconds | null;
  /** Least available instant of all later versions; null = never superseded. */
  readonly supersededNs: Nanoseconds | null;
  readonly last: boolean;
};

type FoldRules = Pick<TableSchema['declaration'], 'orderBy' | 'writeMode'>;

/**
 * Turns the landed rows of one table into versions (evaluate.md 6.3). Answers one interval per row of
 * `landed`, in its order; null where a later run of a `replace` table has dropped the row.
 * landings: every run that landed the table, also those without rows.
 */
export function foldTable(
  landed: readonly Landed<VersionRow>[],
  landings: readonly Landed['stamp'][],
  rules: FoldRules,
): readonly (Interval | null)[] {
  const newest = rules.writeMode === 'replace' ? newestRun(landings) : undefined;
  const intervals: (Interval | null)[] = landed.map(() => null);
  for (const chain of chainsOf(landed, newest)) {
    foldChain(chain.toSorted(compareVersions(landed, rules.orderBy !== null)), landed, intervals);
  }
  return intervals;
}

/** Whether a version is the current one under the read's bounds on availability and validity (6.3, 6.4). */
export function isCurrent(row: VersionRow, interval: Interval, bounds: Bounds): boolean {
  if (row.deleted) return false;
  return (
    isAvailable(interval, bounds.availableAsOf) && isValid(row.validFromNs, row.validToNs, bounds.validAsOf)
  );
}

/** Null first, then false and true, numbers by value, texts by code point. */
export function compareOrder(a: VersionRow['order'], b: VersionRow['order']): number {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return typeRank(a) - typeRank(b);
}

function isAvailable({ availableNs, supersededNs, last }: Interval, asOf: Nanoseconds | null): boolean {
  if (asOf === null) return last;
  return availableNs !== null && availableNs <= asOf && (supersededNs === null || asOf < supersededNs);
}

function isValid(from: Nanoseconds | null, to: Nanoseconds | null, asOf: Nanoseconds | null): boolean {
  if (asOf === null) return true;
  return from !== null && from <= asOf && (to === null || to > asOf);
}

/** Positions of the rows of each chain; a row without one is a chain of its own. */
function chainsOf(
  landed: readonly Landed<VersionRow>[],
  onlyRun: string | undefined,
): readonly (readonly number[])[] {
  const keyed = new Map<string, number[]>();
  const chains: number[][] = [];
  landed.forEach(({ row, stamp }, position) => {
    if (onlyRun !== undefined && stamp.runId !== onlyRun) return;
    const known = row.chain === undefined ? undefined : keyed.get(row.chain);
    if (known !== undefined) {
      known.push(position);
      return;
    }
    const chain = [position];
    chains.push(chain);
    if (row.chain !== undefined) keyed.set(row.chain, chain);
  });
  return chains;
}

function foldChain(
  oldestFirst: readonly number[],
  landed: readonly Landed<VersionRow>[],
  intervals: (Interval | null)[],
): void {
  let supersededNs: Nanoseconds | null = null;
  let last = true;
  for (const position of oldestFirst.toReversed()) {
    const availableNs = landed[position]?.row.availableNs ?? null;
    intervals[position] = { availableNs, supersededNs, last };
    if (availableNs !== null && (supersededNs === null || availableNs < supersededNs)) {
      supersededNs = availableNs;
    }
    last = false;
  }
}

function compareVersions(
  landed: readonly Landed<VersionRow>[],
  ordered: boolean,
): (a: number, b: number) => number {
  return (a, b) => {
    const x = landed[a];
    const y = landed[b];
    if (x === undefined || y === undefined) return 0;
    return (
      (ordered
        ? compareOrder(x.row.order, y.row.order)
        : compareInstants(x.row.availableNs, y.row.availableNs)) || compareLandings(x, y)
    );
  };
}

/** Order of landing: instant, run id by code point, position in the run. Total over the rows of one table. */
export function compareLandings(
  a: { readonly row: { readonly seq: number }; readonly stamp: Landed['stamp'] },
  b: { readonly row: { readonly seq: number }; readonly stamp: Landed['stamp'] },
): number {
  return compareRuns(a.stamp, b.stamp) || a.row.seq - b.row.seq;
}

function compareRuns(a: Landed['stamp'], b: Landed['stamp']): number {
  return compareInstants(a.ingestedNs, b.ingestedNs) || compareCodePoints(a.runId, b.runId);
}

function compareInstants(a: Nanoseconds | null, b: Nanoseconds | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

function newestRun(landings: readonly Landed['stamp'][]): string | undefined {
  return landings.toSorted(compareRuns).at(-1)?.runId;
}

function typeRank(value: VersionRow['order']): number {
  return value === null ? 0 : 1 + ['boolean', 'number', 'string'].indexOf(typeof value);
}
