import { relist } from './navigate.ts';
import { relink } from './relink.ts';
import { here, type Seen, type State } from './state.ts';

/** Sorts by the column under the cursor, or by the next sortable one where the list has no column cursor. */
export function sortBy(state: State, seen: Seen): State {
  const { link, column } = here(state);
  const keys = seen.sortKeys;
  if (keys.length === 0) return { ...state, notice: { text: 'this list keeps its order', tone: 'info' } };
  const now = relink(link).sort?.replace(/-$/, '');
  const key = seen.gridColumns > 0 ? keys[column] : keys[(keys.indexOf(now ?? '') + 1) % keys.length];
  if (key === undefined) return { ...state, notice: { text: 'this column has no order', tone: 'info' } };
  return relist(state, relink(link, { sort: key }).link);
}

export function reverseSort(state: State): State {
  const { link } = here(state);
  const { sort } = relink(link);
  if (sort === undefined) return { ...state, notice: { text: 'sort first: s', tone: 'info' } };
  const reversed = sort.endsWith('-') ? sort.slice(0, -1) : `${sort}-`;
  return relist(state, relink(link, { sort: reversed }).link);
}
