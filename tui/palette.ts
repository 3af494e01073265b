import { compareCodePoints } from '../core/code-points.ts';
import { fold } from '../core/fold.ts';

/**
 * Indexes of the labels that a query finds, best first: exact, prefix, prefix of a word, initials, substring,
 * subsequence; then the span that was matched, where it starts, the label's length, code points. An empty query
 * finds all in their order. tui-cli.md 19 [palette].
 */
export function rankLabels(query: string, labels: readonly string[]): readonly number[] {
  const wanted = fold(query.trim());
  if (wanted === '') return [...labels.keys()];
  return labels
    .flatMap((label, index) => {
      const found = matchOf(wanted, fold(label));
      return found === undefined ? [] : [{ index, label, ...found }];
    })
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        a.span - b.span ||
        a.start - b.start ||
        a.label.length - b.label.length ||
        compareCodePoints(a.label, b.label) ||
        a.index - b.index,
    )
    .map(({ index }) => index);
}

type Match = { readonly rank: number; readonly start: number; readonly span: number };

function matchOf(query: string, label: string): Match | undefined {
  const span = query.length;
  if (label === query) return { rank: 0, start: 0, span };
  if (label.startsWith(query)) return { rank: 1, start: 0, span };
  const words = [...label.matchAll(/[\p{L}\p{N}]+/gu)].map(word => word.index);
  const word = words.find(start => label.startsWith(query, start));
  if (word !== undefined) return { rank: 2, start: word, span };
  const initials = initialsMatch(query, label, words);
  if (initials !== undefined) return { rank: 3, ...initials };
  const inside = label.indexOf(query);
  if (inside !== -1) return { rank: 4, start: inside, span };
  const apart = subsequence(query, label);
  return apart && { rank: 5, ...apart };
}

/** The first letters of words that stand side by side. */
function initialsMatch(
  query: string,
  label: string,
  words: readonly number[],
): Omit<Match, 'rank'> | undefined {
  const first = words
    .map(start => label[start])
    .join('')
    .indexOf(query);
  const [start, last] = [words[first], words[first + query.length - 1]];
  return first === -1 || start === undefined || last === undefined
    ? undefined
    : { start, span: last - start + 1 };
}

/**
 * The shortest stretch of a label that holds the query in order, the first of them. One pass: for each length of
 * the query it keeps the latest start from which that much was found.
 */
function subsequence(query: string, label: string): Omit<Match, 'rank'> | undefined {
  const starts = new Array<number>(query.length).fill(-1);
  let best: Omit<Match, 'rank'> | undefined;
  for (let at = 0; at < label.length; at += 1) {
    for (let length = query.length - 1; length >= 0; length -= 1) {
      if (label[at] !== query[length]) continue;
      const start = length === 0 ? at : (starts[length - 1] ?? -1);
      starts[length] = start;
      const isWhole = length === query.length - 1 && start !== -1;
      if (isWhole && (best === undefined || at - start + 1 < best.span))
        best = { start, span: at - start + 1 };
    }
  }
  return best;
}
