import { join } from 'node:path';
import { rowIdentity } from '../case/reference.ts';
import type { LoadedCase } from '../case/types.ts';
import type { CanaryCheck } from '../gate/run-checks.ts';
import type { CorpusOfRun } from '../run/corpora.ts';
import { withoutExcluded } from '../run/ranked-calls.ts';
import { rowOf, truthOf } from '../run/truth.ts';
import { isRegression } from '../score/leg-figures.ts';
import type { RowId } from '../score/read.ts';
import { nameOfReference } from './answer-difference.ts';
import { askCases } from './ask-cases.ts';
import type { Checking } from './check.ts';
import { landAgain } from './land-again.ts';
import { openToAll, UNBOUND } from './parts.ts';
import { type Sabotage, sabotaged } from './sabotage.ts';

/** Sessions that may see more and more: everything of today, then also what is stale, deleted or superseded. */
const OPENINGS: readonly Sabotage[] = [
  { ...openToAll, ...UNBOUND },
  {
    ...openToAll,
    ...UNBOUND,
    row: row => ({ ...row, deleted: false, chain: undefined }),
    call: call => ({ ...call, sinceNs: null }),
  },
];

type Guard = { readonly loaded: LoadedCase; readonly row: RowId };

/**
 * Forbidden rows of regression cases that stand in the top k of no leg for a session that may see them (evaluate.md 21.2): whatever
 * breaks, the case that forbids them stays green. In case order.
 */
export async function absentForbidden(
  checking: Checking,
  ofRun: CorpusOfRun,
  name: string,
): Promise<CanaryCheck['forbidden_absent']> {
  const regression = ofRun.cases.filter(loaded => isRegression(truthOf(loaded.case)));
  let guards = regression.flatMap((loaded): Guard[] =>
    loaded.case.expected.must_not_retrieve.map(rowOf).map(row => ({ loaded, row })),
  );
  for (const [i, opening] of OPENINGS.entries()) {
    if (guards.length === 0) return [];
    const reached = await reachedRows(
      checking,
      ofRun,
      opening,
      join(checking.folder, `${name}-${i + 1}`),
      guards,
    );
    guards = guards.filter(guard => !reached.has(guardId(guard)));
  }
  return guards.map(({ loaded, row }) => ({
    case: loaded.case.id,
    file: loaded.file,
    line: loaded.line,
    row: nameOfReference(row.table, row.key),
  }));
}

async function reachedRows(
  checking: Checking,
  ofRun: CorpusOfRun,
  opening: Sabotage,
  scratch: string,
  guards: readonly Guard[],
): Promise<ReadonlySet<string>> {
  const { request } = checking.prepared;
  const adapter = sabotaged(await request.adapters[request.store.adapter](), opening);
  const store = await landAgain(checking, ofRun, adapter, scratch);
  try {
    const cases = [...new Set(guards.map(({ loaded }) => loaded))];
    const reached = new Set<string>();
    for await (const batch of askCases(store, cases, checking.prepared)) {
      checking.context.signal.throwIfAborted();
      for (const { loaded, answer } of batch) {
        const top = withoutExcluded(loaded, answer.rows).slice(0, request.k);
        for (const { _table, _key } of top) {
          reached.add(guardId({ loaded, row: { table: _table, key: _key } }));
        }
      }
    }
    return reached;
  } finally {
    await store.close();
  }
}

function guardId({ loaded, row: { table, key } }: Guard): string {
  return `${loaded.ordinal} ${rowIdentity([table, key])}`;
}
