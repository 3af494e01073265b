import { parseCitation, parseReference } from '../case/reference.ts';
import type { EvalCase, WrittenReference } from '../case/types.ts';
import type { CaseTruth, RowId } from '../score/read.ts';

/** What a case says should come back, as scoring reads it. */
export function truthOf({ tags, expected }: EvalCase): CaseTruth {
  return {
    tags,
    artifacts: expected.artifacts.map(rowOf),
    edges: expected.edges,
    mustNotRetrieve: expected.must_not_retrieve.map(rowOf),
    mustCite: expected.must_cite.map(citationOf),
    mustAbstain: expected.must_abstain,
    answer: expected.answer,
    timeAnchor: expected.time_anchor,
    since: expected.since,
  };
}

/** A reference of a loaded case. The loader has checked its form. */
export function rowOf(written: WrittenReference): RowId {
  const reference = parseReference(written);
  if (reference === undefined)
    throw new TypeError(`a loaded case holds no reference ${JSON.stringify(written)}`);
  const [table, key] = reference;
  return { table, key };
}

function citationOf(written: WrittenReference): RowId | { readonly table: string } {
  const citation = parseCitation(written);
  if (citation === undefined)
    throw new TypeError(`a loaded case holds no citation ${JSON.stringify(written)}`);
  const [table, key] = citation;
  return key === null ? { table } : { table, key };
}
