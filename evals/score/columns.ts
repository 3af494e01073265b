import type { Leg } from '../store/port.ts';
import type { CaseScore } from './case-figures.ts';
import type { Outcome } from './outcome.ts';
import type { CaseSystems } from './read.ts';

/**
 * Per-case figures of a run, one number each: what 200,000 cases leave in memory while their rows go by.
 * A value that was not measured is NaN here and nowhere else.
 */
export type Columns = {
  n: number;
  readonly values: Map<string, number[]>;
  /** Ascending positions of the errored and unscored cases that owe a figure. */
  readonly missing: Map<string, number[]>;
  readonly tags: Map<string, number[]>;
  readonly outcomes: Map<Outcome, number>;
  readonly ties: Map<Leg, number>;
  dropped: number;
  unscored: number;
  readonly unscoredBy: Map<string, number>;
  judgeCalls: number;
  readonly latencyMs: number[];
  readonly systems: (CaseSystems | null)[];
};

export function emptyColumns(): Columns {
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
    latencyMs: [],
    systems: [],
  };
}

/** Adds one case; the cases come in file order. */
export function addCase(columns: Columns, score: CaseScore): void {
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
  columns.latencyMs.push(score.latencyMs ?? Number.NaN);
  columns.systems.push(entry.systems ?? null);
  columns.n += 1;
}

function addValues(columns: Columns, { figures, entry }: CaseScore): void {
  for (const path of figures.keys()) {
    if (!columns.values.has(path)) columns.values.set(path, new Array(columns.n).fill(Number.NaN));
  }
  const isMissing = entry.outcome === 'error' || entry.outcome === 'unscored';
  for (const [path, values] of columns.values) {
    const value = figures.get(path);
    values.push(value ?? Number.NaN);
    if (isMissing && value === null) listAt(columns.missing, path).push(columns.n);
  }
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
