import { isLink, parseLink } from '../links.ts';
import type { ListSource } from '../model/screen.ts';
import { parentLink } from './navigate.ts';
import { type Neighbour, type Seen, type Visit, visit } from './state.ts';

/** As many rows are marked at once: the state may not grow with a run. */
const MOST_MARKED = 10_000;
/** So far a row that a filter dropped is followed to one that stayed. */
const MOST_FOLLOWED = 20_000;

/** Ids of a list's rows in their order, as many as may be marked at once. */
export function firstIds({ total, idAt }: ListSource): readonly string[] {
  if (idAt === undefined) return [];
  return Array.from({ length: Math.min(total, MOST_MARKED) }, (_, index) => idAt(index) ?? '');
}

/**
 * Where the row at `cursor` of one list stands in another of the same rows; if it is not there, the nearest one that
 * followed it, at last the end (tui-cli.md 17).
 */
export function follow(before: ListSource, cursor: number, list: ListSource): number | undefined {
  if (before.idAt === undefined || list.indexOf === undefined || before.total === 0) return undefined;
  const end = Math.min(before.total, cursor + MOST_FOLLOWED);
  for (let index = cursor; index < end; index += 1) {
    const id = before.idAt(index);
    const at = id === undefined ? -1 : list.indexOf(id);
    if (at >= 0) return at;
  }
  return Math.max(0, list.total - 1);
}

/** The list that a screen belongs to where it was opened directly. */
export function listAbove(link: string): Visit | undefined {
  const above = parentLink(link);
  return above === undefined ? undefined : visit(above);
}

/** So many rows are looked at for one that leads somewhere. */
const NEAR = 200;

/** The rows before and behind the one that leads to a link, which lead to screens of the same kind. */
export function neighboursIn(
  list: ListSource,
  link: string,
  { cursor, column }: Visit,
): Pick<Seen, 'previous' | 'next'> {
  const { route, params } = parseLink(link);
  const linkAt = (index: number): string | undefined => list.focus(index, column).link;
  const id = params['case'] ?? params['tag'] ?? params['run'] ?? '';
  const known = cursor < list.total && linkAt(cursor) === link ? cursor : (list.indexOf?.(id) ?? -1);
  const at = known < 0 ? cursor : known;
  const search = (way: 1 | -1): Neighbour | undefined => {
    for (
      let index = at + way, seen = 0;
      index >= 0 && index < list.total && seen < NEAR;
      index += way, seen += 1
    ) {
      const found = linkAt(index);
      if (found !== undefined && isLink(found) && parseLink(found).route === route)
        return { link: found, cursor: index };
    }
    return undefined;
  };
  const [previous, next] = [search(-1), search(1)];
  return { ...(previous === undefined ? {} : { previous }), ...(next === undefined ? {} : { next }) };
}
