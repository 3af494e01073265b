import { suggest } from '../../../core/suggest.ts';
import type { ComparedRun } from '../../../evals/explain/compared.ts';
import { type RunRecord, relevantOf } from '../../../evals/explain/run-record.ts';
import { referenceText } from '../../../evals/explain/side.ts';
import type { FullCase } from '../../../evals/run-store/types.ts';
import { LEGS, type Leg } from '../../../evals/store/port.ts';
import { refuse } from '../../../spec/refusals.ts';
import type { CaseData, RankedRow } from '../../model/data.ts';
import { figuresOf } from './cases.ts';
import type { Causes } from './causes.ts';

/** One case whole. DeepLinkUnresolved (2) where the run has none of the id. */
export function caseData(
  run: RunRecord,
  against: ComparedRun | null,
  causes: Causes,
  id: string,
): Omit<CaseData, 'note'> {
  const ordinal = run.side.ordinalOf(id);
  if (ordinal === undefined) throw noCase(run, id);
  const full = run.reader.caseNow(ordinal);
  const { report, golden, result } = full;
  const partner = against?.side.ordinalOf(id);
  const before = partner === undefined ? undefined : against?.side.one(partner);
  return {
    case: report,
    golden,
    file: run.reader.caseFileOf(ordinal) ?? '',
    legs: legsOf(full),
    before: before?.rankings ?? null,
    beforeFigures: before === undefined ? {} : figuresOf(before.metrics),
    relevant: relevantOf(golden),
    forbidden: (golden?.expected.must_not_retrieve ?? []).map(referenceText),
    why: result?.why ?? null,
    errors: result?.errors ?? {},
    latencyMs: result?.systems?.latency_ms ?? null,
    blame: causes.of(ordinal),
    place: [ordinal, run.side.count],
  };
}

function legsOf({ report, result }: FullCase): CaseData['legs'] {
  const legs: { [leg in Leg]?: readonly RankedRow[] } = {};
  for (const leg of LEGS) {
    const outside = report.out_of_window?.[leg] ?? [];
    const rows = report.legs[leg];
    if (rows === undefined) continue;
    legs[leg] = rows.map((reference, index): RankedRow => {
      const entry = result?.legs[leg]?.[index];
      const written = referenceText(reference);
      const at = written.indexOf('#');
      return {
        table: entry?.[0] ?? written.slice(0, at),
        key: entry?.[1] ?? written.slice(at + 1),
        reference: written,
        inWindow: !outside.includes(index + 1),
        score: entry?.[3] ?? null,
      };
    });
  }
  return legs;
}

/** Ids that are looked at for a suggestion. */
const LOOKED_AT = 5000;

function noCase({ id: run, side }: RunRecord, id: string): ReturnType<typeof refuse> {
  const ids = Array.from({ length: Math.min(side.count, LOOKED_AT) }, (_, ordinal) => side.idOf(ordinal));
  const near = suggest(id, ids);
  return refuse('DeepLinkUnresolved', {
    message: `the run \`${run}\` has no case \`${id}\``,
    found: `${side.count} cases`,
    want: near.length === 0 ? 'an id of the run' : near.join(', '),
    facts: { case: id, run, suggestions: [...near] },
  });
}
