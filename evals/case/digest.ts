import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/canonical-json.ts';
import { compareCodePoints } from '../../core/code-points.ts';
import { type Digest, digestOf } from '../../core/digest.ts';
import type { EvalCase, ExpectedTruth } from './types.ts';

const CASES_AT_ONCE = 256;

/** Over the canonical JSON (RFC 8785) of the normal form. */
export function caseDigest(normal: EvalCase): Digest {
  return digestOf(canonicalCase(normal));
}

/** Over the canonical array of normal forms in code-point order of ids (scoring.md 7); ids are unique. */
export function caseSetDigest(cases: readonly EvalCase[]): Digest {
  const hash = createHash('sha256');
  const sorted = [...cases].sort((a, b) => compareCodePoints(a.id, b.id));
  for (let i = 0; i < sorted.length; i += CASES_AT_ONCE) {
    const texts = sorted.slice(i, i + CASES_AT_ONCE).map(canonicalCase);
    hash.update(`${i === 0 ? '[' : ','}${texts.join(',')}`);
  }
  return `sha256:${hash.update(sorted.length === 0 ? '[]' : ']').digest('hex')}`;
}

/** The canonical text. Most cases hold fixed members only: written in their order, one call does it. */
export function canonicalCase(normal: EvalCase): string {
  const { bounds, exclude, bounded, forecast } = normal;
  if (bounds !== undefined || exclude !== undefined || bounded !== undefined || forecast !== undefined) {
    return canonicalJson(normal);
  }
  const { corpus, expected, id, prefix, query_embedding, question, tags } = normal;
  return JSON.stringify({ corpus, expected: inOrder(expected), id, prefix, query_embedding, question, tags });
}

function inOrder(truth: ExpectedTruth): ExpectedTruth {
  const {
    answer,
    artifacts,
    edges,
    entities,
    must_abstain,
    must_cite,
    must_not_retrieve,
    since,
    time_anchor,
  } = truth;
  return {
    answer,
    artifacts,
    edges,
    entities,
    must_abstain,
    must_cite,
    must_not_retrieve,
    since,
    time_anchor,
  };
}
