import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/canonical-json.ts';
import { compareCodePoints } from '../../core/code-points.ts';
import { type Digest, digestOf } from '../../core/digest.ts';
import type { EvalCase } from './types.ts';

/** Over the canonical JSON (RFC 8785) of the normal form. */
export function caseDigest(normal: EvalCase): Digest {
  return digestOf(canonicalCase(normal));
}

/** Over the canonical array of normal forms in code-point order of ids (scoring.md 7); ids are unique. */
export function caseSetDigest(cases: readonly EvalCase[]): Digest {
  const hash = createHash('sha256');
  let before = '[';
  for (const normal of [...cases].sort((a, b) => compareCodePoints(a.id, b.id))) {
    hash.update(before + canonicalCase(normal));
    before = ',';
  }
  return `sha256:${hash.update(before === '[' ? '[]' : ']').digest('hex')}`;
}

/** The canonical text; most cases hold fixed members only, so writing those in order is enough. */
export function canonicalCase(normal: EvalCase): string {
  const { corpus, id, prefix, query_embedding, question, tags, bounds, exclude, bounded, forecast } = normal;
  if (bounds !== undefined || exclude !== undefined || bounded !== undefined || forecast !== undefined) {
    return canonicalJson(normal);
  }
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
  } = normal.expected;
  return JSON.stringify({
    corpus,
    expected: {
      answer,
      artifacts,
      edges,
      entities,
      must_abstain,
      must_cite,
      must_not_retrieve,
      since,
      time_anchor,
    },
    id,
    prefix,
    query_embedding,
    question,
    tags,
  });
}
