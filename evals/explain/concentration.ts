import { compareCodePoints } from '../../core/code-points.ts';

export type Concentration = {
  readonly kind: 'tag' | 'corpus';
  /** Name of the tag, or of the corpus as the cases name it. */
  readonly tag: string;
  readonly lift: number;
  /** Hypergeometric upper tail. */
  readonly p: number;
  readonly worse: number;
  readonly of: number;
};

const MAX_P = 0.05;

/** A case that a figure is about. corpus: null where it is not known. */
type Member = { readonly tags: readonly string[]; readonly corpus: string | null; readonly worse: boolean };

type Count = { worse: number; of: number };

/** Tags and corpora that hold more of the worsened cases than chance gives, p ascending (scoring.md 15). */
export function concentrations(members: Iterable<Member>): readonly Concentration[] {
  const counts = { tag: new Map<string, Count>(), corpus: new Map<string, Count>() };
  const all = { n: 0, worse: 0 };
  for (const { tags, corpus, worse } of members) {
    all.n += 1;
    all.worse += worse ? 1 : 0;
    for (const tag of new Set(tags)) add(counts.tag, tag, worse);
    if (corpus !== null) add(counts.corpus, corpus, worse);
  }
  const tail = hypergeometricTail(all.n, all.worse);
  return (['tag', 'corpus'] as const)
    .flatMap(kind =>
      [...counts[kind]]
        .filter(([, { worse }]) => worse > 0)
        .map(([tag, { worse, of }]) => ({ kind, tag, worse, of, ...tail(of, worse) })),
    )
    .filter(({ p, lift }) => p <= MAX_P && lift > 1)
    .toSorted((a, b) => a.p - b.p || compareCodePoints(a.tag, b.tag));
}

function add(counts: Map<string, Count>, name: string, worse: boolean): void {
  const count = counts.get(name) ?? { worse: 0, of: 0 };
  count.of += 1;
  count.worse += worse ? 1 : 0;
  counts.set(name, count);
}

/** lift and the chance that as many of `worsened` draws out of n fall among `tagged`. */
export function concentration(
  n: number,
  worsened: number,
  tagged: number,
  taggedWorsened: number,
): { readonly lift: number; readonly p: number } {
  return hypergeometricTail(n, worsened)(tagged, taggedWorsened);
}

/** For one n and one number of draws; a run may have 200,000 cases and 10,000 tags. */
function hypergeometricTail(n: number, draws: number) {
  const lnFactorial = new Float64Array(n + 1);
  for (let i = 2; i <= n; i += 1) lnFactorial[i] = (lnFactorial[i - 1] ?? 0) + Math.log(i);
  const lnChoose = (of: number, k: number): number =>
    (lnFactorial[of] ?? 0) - (lnFactorial[k] ?? 0) - (lnFactorial[of - k] ?? 0);
  return (tagged: number, among: number): { readonly lift: number; readonly p: number } => {
    const least = Math.max(among, draws - (n - tagged));
    let term = Math.exp(lnChoose(tagged, least) + lnChoose(n - tagged, draws - least) - lnChoose(n, draws));
    let p = term;
    for (let k = least; k < Math.min(draws, tagged); k += 1) {
      term *= ((tagged - k) * (draws - k)) / ((k + 1) * (n - tagged - draws + k + 1));
      p += term;
    }
    return { lift: among / draws / (tagged / n), p: Math.min(1, p) };
  };
}
