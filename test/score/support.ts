import fc from 'fast-check';
import { type CaseTruth, parseRowRef, type Row, type RowId } from '../../evals/score/read.ts';

type RawExpected = {
  artifacts?: string[];
  edges?: string[];
  must_not_retrieve?: string[];
  must_cite?: string[];
  must_abstain?: boolean;
  answer?: string;
  time_anchor?: string;
  since?: string;
};

/** The truth of a case as the vectors write one. */
export function truthOf(raw: { tags?: string[]; expected?: RawExpected }): CaseTruth {
  const { tags = [], expected = {} } = raw;
  return {
    tags,
    artifacts: refs(expected.artifacts),
    edges: expected.edges ?? [],
    mustNotRetrieve: refs(expected.must_not_retrieve),
    mustCite: refs(expected.must_cite),
    mustAbstain: expected.must_abstain ?? false,
    answer: expected.answer ?? null,
    timeAnchor: expected.time_anchor ?? null,
    since: expected.since ?? null,
  };
}

export function refs(texts: readonly string[] = []): RowId[] {
  return texts.map(text => {
    const row = parseRowRef(text);
    if (row === undefined) throw new TypeError(`no reference: ${text}`);
    return row;
  });
}

export const row: fc.Arbitrary<Row> = fc.record(
  {
    table: fc.constantFrom('t', 'u', 't#x', '__proto__'),
    key: fc.constantFrom('a', 'b', 'c', 'd', '__proto__'),
    in_window: fc.boolean(),
    score: fc.constantFrom(0, 0.5, 1),
  },
  { requiredKeys: ['table', 'key', 'in_window'] },
);
export const rows = fc.array(row, { maxLength: 12 });
