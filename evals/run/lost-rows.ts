import type { Nanoseconds } from '../../core/time.ts';
import { rowIdentity } from '../case/reference.ts';
import type { LoadedCase } from '../case/types.ts';
import type { RowId } from '../score/read.ts';
import type { Leg, RankedCall, RankedRow, Ranking, Reader } from '../store/port.ts';
import { BATCH } from './case-batches.ts';
import type { LostRows, LostWhy } from './case-line.ts';
import type { TableShape } from './land-corpus.ts';
import { type RowLook, rowLook } from './lost-why.ts';
import { withoutExcluded } from './ranked-calls.ts';
import { rowOf } from './truth.ts';

/** How far a lost row is looked for. */
const DEPTH = 1000;

/** What one leg kept for one case, and the call that gave it. */
export type AnsweredLeg = {
  readonly loaded: LoadedCase;
  readonly leg: Leg;
  readonly call: RankedCall;
  readonly rows: readonly RankedRow[];
};

export type LossSettings = {
  readonly k: number;
  readonly landedAt: Nanoseconds;
  readonly ranking: Ranking;
  readonly shapes: ReadonlyMap<string, TableShape>;
};

/**
 * Why each relevant row stands outside the top k (evaluate.md 21.4), one answer per leg in the order of `answered`;
 * undefined where nothing was lost. Of a row that the reader does not see it says no more than that. A leg is asked
 * a second time, to depth 1000, only where the row itself does not tell. All calls have one prefix.
 */
export async function explainLosses(
  answered: readonly AnsweredLeg[],
  reader: Reader,
  settings: LossSettings,
): Promise<readonly (LostRows | undefined)[]> {
  const missing = answered.map(one => missingOf(one, settings.k));
  const all = missing.flat();
  if (all.length === 0) return answered.map(() => undefined);
  const look = await rowLook(reader, all, settings);
  const looks = answered.map(({ call }, i) => (missing[i] ?? []).map(row => look(row, call)));
  const unclear = answered.filter((_, i) => looks[i]?.some(({ why }) => why === null) === true);
  const deep = await askDeep(unclear, reader);
  return answered.map((one, i) => {
    const lost = missing[i] ?? [];
    return lost.length === 0 ? undefined : lostRows(one, lost, looks[i] ?? [], deep.get(one), settings);
  });
}

function missingOf({ loaded, rows }: AnsweredLeg, k: number): readonly RowId[] {
  const { artifacts } = loaded.case.expected;
  if (artifacts.length === 0) return [];
  const returned = new Set(rows.slice(0, k).map(({ _table, _key }) => rowIdentity([_table, _key])));
  return artifacts.map(rowOf).filter(({ table, key }) => !returned.has(rowIdentity([table, key])));
}

type Deep = { readonly ranks: ReadonlyMap<string, number>; readonly truncated: boolean };

async function askDeep(
  unclear: readonly AnsweredLeg[],
  reader: Reader,
): Promise<ReadonlyMap<AnsweredLeg, Deep>> {
  const found = new Map<AnsweredLeg, Deep>();
  for (let start = 0; start < unclear.length; start += BATCH) {
    const asked = unclear.slice(start, start + BATCH);
    const answers = reader.ranked(asked.map(({ call }) => ({ ...call, limit: DEPTH })));
    let at = 0;
    for await (const { rows, retrieval } of answers) {
      const one = asked[at];
      if (one !== undefined) {
        const ranks = ranksOf(withoutExcluded(one.loaded, rows));
        found.set(one, { ranks, truncated: retrieval.truncated });
      }
      at += 1;
    }
  }
  return found;
}

function ranksOf(rows: readonly RankedRow[]): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const [i, { _table, _key }] of rows.entries()) {
    const id = rowIdentity([_table, _key]);
    if (!ranks.has(id)) ranks.set(id, i + 1);
  }
  return ranks;
}

function lostRows(
  { rows }: AnsweredLeg,
  lost: readonly RowId[],
  looks: readonly RowLook[],
  deep: Deep | undefined,
  settings: LossSettings,
): LostRows {
  const cut = rows[settings.k - 1];
  return {
    cut: cut === undefined ? null : [cut._table, cut._key, cut._score],
    rows: lost.map((row, i) => [row.table, row.key, whyLost(row, looks[i], deep, settings)]),
  };
}

function whyLost(
  { table, key }: RowId,
  look: RowLook | undefined,
  deep: Deep | undefined,
  { k, ranking }: LossSettings,
): LostWhy {
  if (look === undefined || look.why !== null) return look?.why ?? 'not_visible';
  const isWindowed = ranking.candidates === 'window';
  const rank = deep?.ranks.get(rowIdentity([table, key]));
  // A deeper call widens the candidate window: a row that stands at the top only then was no candidate.
  if (rank !== undefined) return isWindowed && rank <= k ? 'out_of_window' : rank;
  if (deep?.truncated !== false) return 'beyond_depth';
  return look.unranked ?? (isWindowed ? 'out_of_window' : 'repeated');
}
