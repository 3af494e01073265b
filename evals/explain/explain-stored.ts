import type { FloorCheck } from '../gate/floors.ts';
import type { Comparison } from '../gate/gate-baseline.ts';
import type { ComparedRun } from './compared.ts';
import type { Explanation } from './explain-figure.ts';
import { explainRun } from './explain-run.ts';
import { type RunRecord, truthOfCase } from './run-record.ts';

type Judged = { readonly comparisons: readonly Comparison[]; readonly floors: readonly FloorCheck[] };

/**
 * Why the figures of a stored run stand where they stand, by its own verdict unless it is judged anew. The compared
 * run is left aside where the stamps forbid it.
 */
export function explainStored(
  run: RunRecord,
  against: ComparedRun | null,
  judged: Judged = verdictOf(run),
  paths?: readonly string[],
): readonly Explanation[] {
  const other = against === null || against.differs.length > 0 ? null : against;
  return explainRun({
    after: run.side,
    before: other?.side ?? null,
    pairing: other?.pairing() ?? null,
    ...judged,
    relevant: run.reader.listAt('truth'),
    truth: ordinal => truthOfCase(run.reader.goldenNow(ordinal)),
    ...(paths === undefined ? {} : { paths }),
  });
}

function verdictOf({ reader: { verdict } }: RunRecord): Judged {
  return { comparisons: verdict?.baseline?.comparisons ?? [], floors: verdict?.floors?.checks ?? [] };
}
