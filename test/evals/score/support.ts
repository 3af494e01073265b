import fc from 'fast-check';
import { digestOf } from '../../../core/digest.ts';
import { parseReference } from '../../../evals/case/reference.ts';
import type { ReportFrame } from '../../../evals/score/build-report.ts';
import type { Surface } from '../../../evals/score/case-figures.ts';
import type { CaseRead, CaseTruth, Row, RowId } from '../../../evals/score/read.ts';
import { metricsVersion } from '../../../evals/score/registry.ts';
import type { RunStamp } from '../../../evals/score/run-stamp.ts';
import { LEGS, type Leg } from '../../../evals/store/port.ts';

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
    const reference = parseReference(text);
    if (reference === undefined) throw new TypeError(`no reference: ${text}`);
    const [table, key] = reference;
    return { table, key };
  });
}

const row: fc.Arbitrary<Row> = fc.record(
  {
    table: fc.constantFrom('t', 'u', 't#x', '__proto__'),
    key: fc.constantFrom('a', 'b', 'c', 'd', '__proto__'),
    in_window: fc.boolean(),
    score: fc.constantFrom(0, 0.5, 1),
  },
  { requiredKeys: ['table', 'key', 'in_window'] },
);
export const rows = fc.array(row, { maxLength: 12 });

export const SURFACE: Surface = { k: 3, legs: LEGS, edgeLegs: [] };

/** A read whose legs hold the given rows, and nothing where none are given. */
export function caseRead(
  id: string,
  legs: { readonly [leg in Leg]?: readonly Row[] },
  place: { readonly line: number } = { line: 1 },
): CaseRead {
  const { lexical = [], vector = [], hybrid = [] } = legs;
  return {
    id,
    line: place.line,
    digest: digestOf(id),
    legs: { lexical: { rows: lexical }, vector: { rows: vector }, hybrid: { rows: hybrid } },
  };
}

export function stamp(changes: Partial<RunStamp> = {}): RunStamp {
  return {
    k: 3,
    tier: 'deterministic',
    model: null,
    samples: 1,
    seed: '7',
    case_set: digestOf('cases'),
    corpora: { '../corpora/a': digestOf('a') },
    metrics_version: metricsVersion(),
    read: digestOf('read'),
    ...changes,
  };
}

export function frame(): ReportFrame {
  return { stamp: stamp(), surface: SURFACE, by: 'stub' };
}
