import type { Frame } from './frame.ts';

/** What is under a cell of the screen: a row of the list or none, and the pane that the wheel scrolls. */
export type PlaceAt = { readonly row: number | null; readonly pane: 'list' | 'detail' };

/** Cells are counted from 1, as terminals report them. */
export function placeAt(frame: Frame, { x, y }: { readonly x: number; readonly y: number }): PlaceAt {
  const { list, detail } = frame;
  if (list === null) return { row: null, pane: 'detail' };
  const above = 1 + frame.why.length + (frame.tabs.length > 0 ? 1 : 0) + frame.head.length;
  // The list begins with the titles of its columns.
  const at = y - 1 - above - 1;
  const isBeside = detail?.placement === 'right' && x > list.width;
  const isBelow = detail?.placement === 'below' && at >= list.rows.length;
  if (isBeside || isBelow) return { row: null, pane: 'detail' };
  return { row: at >= 0 && at < list.rows.length ? list.window.from + at : null, pane: 'list' };
}
