import { compareCodePoints } from '../../core/code-points.ts';

/** An element of a set of a case. */
export type SetItem = string | readonly string[];

/** Up to so many items insertion beats the sort of the platform, by far for the usual two or three. */
const FEW = 16;

/** The same for all: a large set of cases holds a million empty lists. */
const NOTHING: readonly never[] = [];

/** Sorted by canonical text, without repeats. */
export function canonicalSet<Item extends SetItem>(items: readonly Item[] | undefined): readonly Item[] {
  if (items === undefined || items.length === 0) return NOTHING;
  if (items.length < 2) return items;
  if (items.length > FEW) return withoutRepeats([...items].sort(compareCanonical));
  const sorted: Item[] = [];
  for (const item of items) insert(item, sorted);
  return sorted;
}

/** Order by canonical text. Two texts are compared without writing it where no escape and no end decides. */
export function compareCanonical(a: SetItem, b: SetItem): number {
  if (typeof a === 'string' && typeof b === 'string') {
    const at = firstDifference(a, b);
    if (at === a.length && at === b.length) return 0;
    if (isPlain(a, at) && isPlain(b, at)) {
      return at === a.length || at === b.length ? a.length - b.length : compareCodePoints(a, b);
    }
  }
  return compareCodePoints(JSON.stringify(a), JSON.stringify(b));
}

function insert<Item extends SetItem>(item: Item, sorted: Item[]): void {
  let at = sorted.length;
  for (; at > 0; at -= 1) {
    const order = compareCanonical(sorted[at - 1] ?? '', item);
    if (order === 0) return;
    if (order < 0) break;
  }
  if (at === sorted.length) sorted.push(item);
  else sorted.splice(at, 0, item);
}

function withoutRepeats<Item extends SetItem>(sorted: readonly Item[]): readonly Item[] {
  return sorted.filter((item, i) => i === 0 || compareCanonical(sorted[i - 1] ?? '', item) !== 0);
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** The text ends here, or goes on with a character that sorts behind the closing quote, as its escape would. */
function isPlain(text: string, at: number): boolean {
  return at === text.length || text.charCodeAt(at) > 0x22;
}
