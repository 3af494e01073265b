import type { Leg } from '../store/port.ts';
import type { CaseScore } from './case-figures.ts';
import type { Outcome } from './outcome.ts';

/** One number per case; NaN where it was not measured, and from the last case on. */
type Column = Float64Array<ArrayBuffer>;

/**
 * Per-case figures of a run, one number each: what 200,000 cases leave in memory while their rows go by.
 * A value that was not measured is NaN here and nowhere else.
 */
export type Columns = {
  n: number;
  readonly values: Map<string, Column>;
  /** Ascending positions of the errored and unscored cases that owe a figure. */
  readonly missing: Map<string, number[]>;
  readonly tags: Map<string, number[]>;
  readonly outcomes: Map<Outcome, number>;
  readonly ties: Map<Leg, number>;
  dropped: number;
  unscored: number;
  readonly unscoredBy: Map<string, number>;
  judgeCalls: number;
  latencyMs: Column;
  /** Of the cases that a bucket holds; cost: NaN where it is not known. */
  tokens: Column;
  cost: Column;
  /** Ascending positions by the label of the corpus size. */
  readonly buckets: Map<string, number[]>;
};

/** cases: how many are expected; more may come. */
export function emptyColumns(cases = 64): Columns {
  return {
    n: 0,
    values: new Map(),
    missing: new Map(),
    tags: new Map(),
    outcomes: new Map(),
    ties: new Map(),
    dropped: 0,
    unscored: 0,
    unscoredBy: new Map(),
    judgeCalls: 0,
    latencyMs: columnOf(cases),
    tokens: columnOf(cases),
    cost: columnOf(cases),
    buckets: new Map(),
  };
}

/** Adds one case; the cases come in file order. */
export function addCase(columns: Columns, score: CaseScore): void {
  if (columns.n === columns.latencyMs.length) grow(columns);
  addValues(columns, score);
  const { entry } = score;
  for (const tag of entry.tags) listAt(columns.tags, tag).push(columns.n);
  count(columns.outcomes, entry.outcome);
  for (const leg of entry.ties) count(columns.ties, leg);
  if (!score.hasArtifactTruth) columns.dropped += 1;
  if (entry.outcome !== 'error' && entry.reasons.length > 0) {
    columns.unscored += 1;
    for (const reason of entry.reasons) count(columns.unscoredBy, reason);
  }
  columns.judgeCalls += score.judge?.verdicts.length ?? 0;
  columns.latencyMs[columns.n] = score.latencyMs ?? Number.NaN;
  if (entry.systems !== undefined) {
    const { tokens, cost, bucket } = entry.systems;
    columns.tokens[columns.n] = tokens;
    columns.cost[columns.n] = cost ?? Number.NaN;
    listAt(columns.buckets, bucket).push(columns.n);
  }
  columns.n += 1;
}

/** What a column holds at positions. */
export function valuesOf(column: Float64Array, positions: readonly number[]): Float64Array {
  const values = new Float64Array(positions.length);
  for (let i = 0; i < values.length; i += 1) values[i] = column[positions[i] ?? 0] ?? Number.NaN;
  return values;
}

function addValues(columns: Columns, { figures, entry }: CaseScore): void {
  const isMissing = entry.outcome === 'error' || entry.outcome === 'unscored';
  for (const [path, value] of figures) {
    let column = columns.values.get(path);
    if (column === undefined) {
      column = columnOf(columns.latencyMs.length);
      columns.values.set(path, column);
    }
    if (value !== null) column[columns.n] = value;
    else if (isMissing) listAt(columns.missing, path).push(columns.n);
  }
}

function columnOf(cases: number): Column {
  return new Float64Array(cases).fill(Number.NaN);
}

function grow(columns: Columns): void {
  const larger = (column: Column): Column => {
    const grown = columnOf(Math.max(64, column.length * 2));
    grown.set(column);
    return grown;
  };
  for (const [path, column] of columns.values) columns.values.set(path, larger(column));
  columns.latencyMs = larger(columns.latencyMs);
  columns.tokens = larger(columns.tokens);
  columns.cost = larger(columns.cost);
}

function listAt<K>(lists: Map<K, number[]>, key: K): number[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = [];
    lists.set(key, list);
  }
  return list;
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
