import { canonicalSet } from './canonical-order.ts';
import { writtenForm } from './reference.ts';
import type { EvalCase, ExpectedTruth, WrittenCase, WrittenReference } from './types.ts';

/**
 * Fills in defaults, writes references in their one form, sorts sets by canonical text and drops repeats;
 * every other member stays as it is. A normal form is its own normal form. evaluate.md 3.4, scoring.md 7.
 */
export function normalForm(written: WrittenCase): EvalCase {
  const normal = {
    id: written.id,
    corpus: written.corpus,
    question: written.question,
    tags: canonicalSet(written.tags),
    prefix: written.prefix ?? '',
    query_embedding: written.query_embedding ?? null,
    expected: expectedTruth(written.expected ?? {}),
  };
  const { bounds, exclude, bounded, forecast } = written;
  if (bounds === undefined && exclude === undefined && bounded === undefined && forecast === undefined) {
    return normal;
  }
  return {
    ...normal,
    ...(bounds === undefined ? {} : { bounds }),
    ...(exclude === undefined ? {} : { exclude: referenceSet(exclude) }),
    ...(bounded === undefined ? {} : { bounded }),
    ...(forecast === undefined ? {} : { forecast }),
  };
}

function expectedTruth(written: NonNullable<WrittenCase['expected']>): ExpectedTruth {
  return {
    answer: written.answer ?? null,
    artifacts: referenceSet(written.artifacts),
    edges: canonicalSet(written.edges),
    entities: canonicalSet(written.entities),
    must_cite: referenceSet(written.must_cite),
    must_abstain: written.must_abstain ?? false,
    must_not_retrieve: referenceSet(written.must_not_retrieve),
    time_anchor: written.time_anchor ?? null,
    since: written.since ?? written.recency_bound ?? null,
  };
}

/** A text is its own written form: the key after its last `#` holds none. */
function referenceSet(references: readonly WrittenReference[] | undefined): readonly WrittenReference[] {
  return canonicalSet(
    references?.map(written => (typeof written === 'string' ? written : writtenForm(written))),
  );
}

/** A line of a case file with every member; reading it back gives the same digest. */
export function caseLine(normal: EvalCase): string {
  return `${JSON.stringify(normal)}\n`;
}
