import { rowIdentity } from '../case/reference.ts';
import type { LoadedCase } from '../case/types.ts';
import type { Session } from '../policy/index.ts';
import { LEGS, type Reader, type Store } from '../store/port.ts';
import { boundsOf, type CallSettings, rankedCall } from './ranked-calls.ts';
import { rowOf } from './truth.ts';

/** How deep a leg is read for truth that its first rows lack. */
export const DEPTH = 1000;

/** A truth row as messages name it, and what keeps it from the session of its case; null: nothing. */
export type TruthInReach = { readonly reference: string; readonly fault: 'invisible' | 'unreached' | null };

/** Whether the session sees the truth of a case, and any leg returns it among its first 1,000 rows. */
export async function truthInReach(
  { case: evalCase }: LoadedCase,
  store: Store,
  session: Session,
  settings: Omit<CallSettings, 'k'>,
): Promise<readonly TruthInReach[]> {
  const truth = evalCase.expected.artifacts.map(rowOf).map(({ table, key }) => [table, key] as const);
  if (truth.length === 0) return [];
  const reader = store.admitBounded(session, boundsOf(evalCase));
  const rows = await reader.rows(truth);
  const calls = LEGS.map(leg => rankedCall(evalCase, leg, 'retrieval', { ...settings, k: DEPTH }));
  const reached = await reachedRows(reader, calls);
  return truth.map(([table, key], i) => ({
    reference: `${table}#${key}`,
    fault: rows[i] === null ? 'invisible' : reached.has(rowIdentity([table, key])) ? null : 'unreached',
  }));
}

async function reachedRows(
  reader: Reader,
  calls: Parameters<Reader['ranked']>[0],
): Promise<ReadonlySet<string>> {
  const reached = new Set<string>();
  for await (const { rows } of reader.ranked(calls)) {
    for (const { _table, _key } of rows) reached.add(rowIdentity([_table, _key]));
  }
  return reached;
}
