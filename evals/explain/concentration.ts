import { compareCodePoints } from '../../core/code-points.ts';

export type Concentration = {
  readonly tag: string;
  readonly lift: number;
  /** Hypergeometric upper tail. */
  readonly p: number;
  readonly worse: number;
  readonly of: number;
};

const MAX_P = 0.05;

/** A case that a figure is about. */
type Member = { readonly tags: readonly string[]; readonly worse: boolean };

/** Tags that hold more of the worsened cases than chance gives, p ascending (scoring.md 15). */
export function concentrations(members: Iterable<Member>): readonly Concentration[] {
  const counts = new Map<string, { worse: number; of: number }>();
  const all = { n: 0, worse: 0 };
  for (const { tags, worse } of members) {
    const one = worse ? 1 : 0;
    all.n += 1;
    all.worse += one;
    for (const tag of new Set(tags)) {
      const count = counts.get(tag) ?? { worse: 0, of: 0 };
      counts.set(tag, { worse: count.worse + one, of: count.of + 1 });
    }
  }
  return [...counts]
    .filter(([, { worse }]) => worse > 0)
    .map(([tag, { worse, of }]) => ({ tag, worse, of, ...concentration(all.n, all.worse, of, worse) }))
    .filter(({ p, lift }) => p <= MAX_P && lift > 1)
    .toSorted((a, b) => a.p - b.p || compareCodePoints(a.tag, b.tag));
}

/** lift and the chance that as many of `worsened` draws out of n fall among `tagged`. */
export function concentration(
  n: number,
  worsened: number,
  tagged: number,
  taggedWorsened: number,
): { readonly lift: number; readonly p: number } {
  const most = Math.min(worsened, tagged);
  let p = 0;
  for (let k = taggedWorsened; k <= most; k += 1) {
    p += Math.exp(lnChoose(tagged, k) + lnChoose(n - tagged, worsened - k) - lnChoose(n, worsened));
  }
  return { lift: taggedWorsened / worsened / (tagged / n), p: Math.min(1, p) };
}

function lnChoose(n: number, k: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  let sum = 0;
  const few = Math.min(k, n - k);
  for (let i = 1; i <= few; i += 1) sum += Math.log((n - few + i) / i);
  return sum;
}
