import type { JsonObject } from '../../core/json.ts';
import { corporaOf, type EarlierRun, earlierRuns } from './earlier-rates.ts';
import { planDocument } from './plan.ts';
import type { PreparedRun } from './prepare.ts';
import { shardOf } from './shard-of.ts';

/** How long a planned run will take; times in whole milliseconds. */
export type RunForecast = {
  readonly target_ms: number;
  /** Runs whose median rates these are; empty: none tells a time, and all else is null. */
  readonly runs: readonly string[];
  /** Rows of all corpora; null where an earlier run has not landed one of them as it is now. */
  readonly rows: number | null;
  readonly land_ms: number | null;
  readonly read_ms: number | null;
  /** The fewest shards of which each ends in time; null: landing alone takes longer, or no rates. */
  readonly shards: readonly { readonly cases: number; readonly ms: number }[] | null;
};

const MOST_SHARDS = 1024;

/**
 * Time of the planned run, and the split that ends within the target, by the rates of earlier runs of this project
 * (evaluate.md 21.8). Each shard lands all corpora and reads its own cases.
 */
export async function forecastRun(prepared: PreparedRun, targetMs: number): Promise<RunForecast> {
  const plan = planDocument(prepared);
  const runs = await earlierRuns(prepared.request.root, plan);
  if (runs.length === 0)
    return { target_ms: targetMs, runs: [], rows: null, land_ms: null, read_ms: null, shards: null };
  const corpora = corporaOf(plan);
  const bytes = corpora.reduce((sum, corpus) => sum + corpus.bytes, 0);
  const landMs = bytes * median(runs.map(run => run.landMsPerByte));
  const msPerCase = median(runs.map(run => run.msPerCase));
  const ids = prepared.selected.cases.map(loaded => loaded.case.id);
  const shards = splitWithin(ids, targetMs, cases => landMs + cases * msPerCase);
  return {
    target_ms: targetMs,
    runs: runs.map(({ id }) => id),
    rows: rowsOf(corpora, runs),
    land_ms: Math.round(landMs),
    read_ms: Math.round(ids.length * msPerCase),
    shards: shards === null ? null : shards.map(({ cases, ms }) => ({ cases, ms: Math.round(ms) })),
  };
}

export function forecastJson(forecast: RunForecast): JsonObject {
  return {
    ...forecast,
    runs: [...forecast.runs],
    shards: forecast.shards?.map(shard => ({ ...shard })) ?? null,
  };
}

type Shard = { readonly cases: number; readonly ms: number };

/** The fewest shards of which none takes longer; cases belong to shards by their ids (evaluate.md 13). */
export function splitWithin(
  ids: readonly string[],
  targetMs: number,
  msOf: (cases: number) => number,
): readonly Shard[] | null {
  if (msOf(ids.length === 0 ? 0 : 1) > targetMs) return null;
  for (let of = 1; of <= MOST_SHARDS; of += 1) {
    const cases = new Array<number>(of).fill(0);
    for (const id of ids) cases[shardOf(id, of) - 1] = (cases[shardOf(id, of) - 1] ?? 0) + 1;
    if (cases.every(count => msOf(count) <= targetMs))
      return cases.map(count => ({ cases: count, ms: msOf(count) }));
  }
  return null;
}

function rowsOf(corpora: ReturnType<typeof corporaOf>, runs: readonly EarlierRun[]): number | null {
  const counts = corpora.map(({ digest }) => runs.flatMap(run => run.rows.get(digest) ?? [])[0]);
  return counts.reduce<number | null>(
    (sum, count) => (sum === null || count === undefined ? null : sum + count),
    0,
  );
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
