import type { FilterTree } from './tree.ts';

/**
 * The last text term of a filter as a tree of its own: what `n` and `N` step through. Bare words and text
 * comparisons count; what is negated does not, for there is nothing to step to.
 */
export function lastTextTerm(tree: FilterTree | null): FilterTree | null {
  if (tree === null || 'not' in tree || 'is' in tree || 'has' in tree) return null;
  if ('text' in tree) return tree;
  if ('cmp' in tree) return tree.cmp[1] === ':' || tree.cmp[1] === '~' ? tree : null;
  const parts = 'and' in tree ? tree.and : tree.or;
  for (const part of parts.toReversed()) {
    const found = lastTextTerm(part);
    if (found !== null) return found;
  }
  return null;
}

/**
 * The next place behind (`step` 1) or before (-1) `from` that matches, around the end of the list; `from` itself
 * where it is the only one, null where there is none.
 */
export function nextMatch(
  count: number,
  from: number,
  step: 1 | -1,
  matches: (place: number) => boolean,
): number | null {
  for (let distance = 1; distance <= count; distance += 1) {
    const place = (((from + step * distance) % count) + count) % count;
    if (matches(place)) return place;
  }
  return null;
}
