import { canonicalJson } from '../../core/canonical-json.ts';
import type { LoadedCase } from '../case/types.ts';
import type { Session } from '../policy/index.ts';
import type { Bounds, Reader, Store } from '../store/port.ts';
import { boundsOf } from './ranked-calls.ts';

/** Calls that go to the engine together, at most (evaluate.md 9.9). */
export const BATCH = 64;

type Batch = readonly [LoadedCase, ...LoadedCase[]];

/** Neighbours with equal bounds and prefix, at most `most` together. */
export function caseBatches(cases: readonly LoadedCase[], most: number): readonly Batch[] {
  const cut: { readonly key: string; readonly cases: [LoadedCase, ...LoadedCase[]] }[] = [];
  for (const loaded of cases) {
    const key = canonicalJson([loaded.case.prefix, loaded.case.bounds ?? null]);
    const last = cut.at(-1);
    if (last?.key === key && last.cases.length < most) last.cases.push(loaded);
    else cut.push({ key, cases: [loaded] });
  }
  return cut.map(batch => batch.cases);
}

/** One reader per bounds of the cases, each opened once. */
export function caseReaders(store: Store, session: Session): (batch: Batch) => Reader {
  const readers = new Map<string, Reader>();
  return ([first]) => {
    const bounds = boundsOf(first.case);
    const key = [bounds.availableAsOf, bounds.validAsOf, bounds.landedAsOf].join();
    const known = readers.get(key);
    if (known !== undefined) return known;
    const reader = open(store, session, bounds);
    readers.set(key, reader);
    return reader;
  };
}

function open(store: Store, session: Session, bounds: Bounds): Reader {
  const isBounded = Object.values(bounds).some(bound => bound !== null);
  return isBounded ? store.admitBounded(session, bounds) : store.admit(session);
}
