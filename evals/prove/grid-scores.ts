import type { LoadedCase } from '../case/types.ts';
import type { LandedCorpus } from '../run/land-corpus.ts';
import type { PreparedRun } from '../run/prepare.ts';
import { withoutExcluded } from '../run/ranked-calls.ts';
import { truthOf } from '../run/truth.ts';
import { scoreCase } from '../score/case-figures.ts';
import type { Figure } from '../score/figure.ts';
import type { EdgeRow, LegRead, Row } from '../score/read.ts';
import type { Leg, RankedRow } from '../store/port.ts';
import { type Asked, askCases } from './ask-cases.ts';

/** Figures of one case by path. */
export type CaseValues = ReadonlyMap<string, Figure>;

/** Asks and scores the cases of a landed corpus; nothing but their figures stays. */
export async function* scoreCases(
  prepared: PreparedRun,
  cases: readonly LoadedCase[],
  landed: Pick<LandedCorpus, 'store' | 'shapes'>,
): AsyncGenerator<{ readonly ordinal: number; readonly figures: CaseValues }> {
  for await (const asked of askCases(landed.store, cases, prepared)) {
    const byCase = new Map<LoadedCase, Asked[]>();
    for (const one of asked) byCase.set(one.loaded, [...(byCase.get(one.loaded) ?? []), one]);
    for (const [loaded, own] of byCase) {
      const { digest, line, ordinal } = loaded;
      const legs: { [leg in Leg]?: LegRead<Row> } = {};
      const edges: { [leg in Leg]?: LegRead<EdgeRow> } = {};
      for (const { leg, surface, answer } of own) {
        if (surface === 'retrieval') legs[leg] = { rows: withoutExcluded(loaded, answer.rows).map(rowOf) };
        else edges[leg] = { rows: answer.rows.map(row => edgeOf(row, landed)) };
      }
      const read = { id: loaded.case.id, line, digest, legs, ...(hasAny(edges) ? { edges } : {}) };
      yield { ordinal, figures: scoreCase(truthOf(loaded.case), read, prepared.surface).figures };
    }
  }
}

function hasAny(edges: object): boolean {
  return Object.keys(edges).length > 0;
}

function rowOf({ _table, _key, _in_window, _score }: RankedRow): Row {
  return { table: _table, key: _key, in_window: _in_window, score: _score };
}

function edgeOf({ _table, _key, _row }: RankedRow, { shapes }: Pick<LandedCorpus, 'shapes'>): EdgeRow {
  const edge = shapes.get(_table)?.edge ?? null;
  if (edge === null) return { id: _key };
  const [source, relation, target] = [_row[edge.source], _row[edge.relation], _row[edge.target]];
  if (typeof source !== 'string' || typeof relation !== 'string' || typeof target !== 'string')
    return { id: _key };
  return { id: _key, triple: [source, relation, target] };
}
