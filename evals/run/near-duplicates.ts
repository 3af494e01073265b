import { canonicalJson } from '../../core/canonical-json.ts';
import { compareCodePoints } from '../../core/code-points.ts';
import type { LoadedCase } from '../case/types.ts';
import { runsOf } from '../retrieve/runs.ts';

/** A case that asks what an earlier one asks. */
export type NearDuplicate = { readonly case: LoadedCase; readonly earlier: LoadedCase };

/**
 * Cases whose questions hold the same words, whatever their order, repeats, case, width and marks, asked of the same
 * corpus and prefix under the same bounds and instants. In case order, each beside the first of its kind.
 */
export function nearDuplicates(cases: readonly LoadedCase[]): readonly NearDuplicate[] {
  const first = new Map<string, LoadedCase>();
  const found: NearDuplicate[] = [];
  for (const loaded of cases) {
    const key = questionKey(loaded);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, loaded);
    else found.push({ case: loaded, earlier });
  }
  return found;
}

function questionKey({ case: { question, corpus, prefix, bounds, expected } }: LoadedCase): string {
  const words = [...new Set(runsOf(question.normalize('NFKC').toLowerCase()))].sort(compareCodePoints);
  const { since, time_anchor: anchor } = expected;
  return canonicalJson([
    corpus,
    prefix,
    bounds ?? null,
    since,
    anchor,
    words.length === 0 ? question : words,
  ]);
}
