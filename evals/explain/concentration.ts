import { compareCodePoints } from '../../core/code-points.ts';
import type { Lists, Words } from '../run-store/types.ts';

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

/** Which cases of one side a figure is about: 0 is not, 1 is, 2 is and got worse. */
export type Marks = Uint8Array;

export const WORSE = 2;

/** Tags of a side's cases, and the corpus of each where it is known; an empty word is none. */
export type Grouped = {
  readonly tags: Lists & { readonly words: readonly string[] };
  readonly corpora: Words | null;
};

type Count = { worse: number; of: number };

/** Tags and corpora that hold more of the worsened cases than chance gives, p ascending (scoring.md 15). */
export function concentrations(
  sides: readonly { readonly grouped: Grouped; readonly marks: Marks }[],
): readonly Concentration[] {
  const counts = { tag: new Map<string, Count>(), corpus: new Map<string, Count>() };
  const all = { n: 0, worse: 0 };
  for (const { grouped, marks } of sides) {
    for (let ordinal = 0; ordinal < marks.length; ordinal += 1) {
      const mark = marks[ordinal] ?? 0;
      if (mark > 0) all.n += 1;
      if (mark === WORSE) all.worse += 1;
    }
    add(counts.tag, grouped.tags.words, countTags(grouped.tags, marks));
    if (grouped.corpora !== null) {
      add(counts.corpus, grouped.corpora.words, countCorpora(grouped.corpora, marks));
    }
  }
  counts.corpus.delete('');
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

/** Cases and worsened ones by the code of a word. */
type Counts = { readonly of: Uint32Array; readonly worse: Uint32Array };

function countTags({ codes, starts, words }: Grouped['tags'], marks: Marks): Counts {
  const of = new Uint32Array(words.length);
  const worse = new Uint32Array(words.length);
  // The case that had each tag last: one that is written twice counts once.
  const last = new Int32Array(words.length).fill(-1);
  for (let ordinal = 0; ordinal < marks.length; ordinal += 1) {
    const mark = marks[ordinal] ?? 0;
    if (mark === 0) continue;
    const end = starts[ordinal + 1] ?? 0;
    for (let i = starts[ordinal] ?? 0; i < end; i += 1) {
      const code = codes[i] ?? 0;
      if (last[code] === ordinal) continue;
      last[code] = ordinal;
      of[code] = (of[code] ?? 0) + 1;
      if (mark === WORSE) worse[code] = (worse[code] ?? 0) + 1;
    }
  }
  return { of, worse };
}

function countCorpora({ codes, words }: Words, marks: Marks): Counts {
  const of = new Uint32Array(words.length);
  const worse = new Uint32Array(words.length);
  for (let ordinal = 0; ordinal < marks.length; ordinal += 1) {
    const mark = marks[ordinal] ?? 0;
    if (mark === 0) continue;
    const code = codes[ordinal] ?? 0;
    of[code] = (of[code] ?? 0) + 1;
    if (mark === WORSE) worse[code] = (worse[code] ?? 0) + 1;
  }
  return { of, worse };
}

function add(counts: Map<string, Count>, words: readonly string[], { of, worse }: Counts): void {
  for (const [code, word] of words.entries()) {
    const count = counts.get(word) ?? { worse: 0, of: 0 };
    count.of += of[code] ?? 0;
    count.worse += worse[code] ?? 0;
    counts.set(word, count);
  }
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
      // Below what a number can hold it stays 0.
      if (term === 0) break;
    }
    return { lift: among / draws / (tagged / n), p: Math.min(1, p) };
  };
}
