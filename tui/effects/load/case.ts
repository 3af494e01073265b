import { suggest } from '../../../core/suggest.ts';
import type { ComparedRun } from '../../../evals/explain/compared.ts';
import { type RunRecord, relevantOf } from '../../../evals/explain/run-record.ts';
import { referenceText } from '../../../evals/explain/side.ts';
import { LEGS, type Leg } from '../../../evals/store/port.ts';
import { refuse } from '../../../spec/refusals.ts';
import type { CaseData, RankedRow, RunData } from '../../model/data.ts';
import { figuresOf } from './cases.ts';

/** One case whole. DeepLinkUnresolved (2) where the run has none of the id. */
export function caseData(run: RunRecord, data: RunData, against: ComparedRun | null, id: string): CaseData {
  const index = run.cases.findIndex(one => one.id === id);
  const found = run.cases[index];
  if (found === undefined) throw noCase(run, id);
  const golden = run.golden(id) ?? null;
  const line = run.line(id);
  const before = against?.side.one(id);
  const blame =
    data.figures
      .filter(figure => figure.red)
      .flatMap(figure => figure.contributions.filter(one => one.id === id))[0]?.blame ?? null;
  return {
    case: found,
    golden,
    file: run.files[0] ?? '',
    legs: legsOf(run, id, found.out_of_window ?? {}),
    before: before?.rankings ?? null,
    beforeFigures: before === undefined ? {} : figuresOf(before.metrics),
    relevant: relevantOf(golden ?? undefined),
    forbidden: (golden?.expected.must_not_retrieve ?? []).map(referenceText),
    why: line?.why ?? null,
    errors: line?.errors ?? {},
    latencyMs: line?.systems?.latency_ms ?? null,
    blame,
    place: [index, run.cases.length],
  };
}

function legsOf(
  run: RunRecord,
  id: string,
  outside: { readonly [leg in Leg]?: readonly number[] },
): CaseData['legs'] {
  const legs: { [leg in Leg]?: readonly RankedRow[] } = {};
  const rankings = run.side.one(id)?.rankings ?? {};
  const entries = run.line(id)?.legs ?? {};
  for (const leg of LEGS) {
    const rows = rankings[leg];
    if (rows === undefined) continue;
    legs[leg] = rows.map((reference, index): RankedRow => {
      const entry = entries[leg]?.[index];
      const [table = reference, key = ''] = entry ?? reference.split('#');
      return {
        table: String(table),
        key: String(key),
        reference,
        inWindow: outside[leg]?.includes(index + 1) !== true,
        score: entry?.[3] ?? null,
      };
    });
  }
  return legs;
}

function noCase(run: RunRecord, id: string): ReturnType<typeof refuse> {
  const ids = run.cases.map(one => one.id);
  const near = suggest(id, ids);
  return refuse('DeepLinkUnresolved', {
    message: `the run \`${run.id}\` has no case \`${id}\``,
    found: `${ids.length} cases`,
    want: near.length === 0 ? 'an id of the run' : near.join(', '),
    facts: { case: id, run: run.id, suggestions: [...near] },
  });
}
