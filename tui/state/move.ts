import { viewportTop } from '../layout/viewport.ts';
import { here, type Seen, type State, withHere } from './state.ts';

export type Motion = 'down' | 'up' | 'top' | 'bottom' | 'half-down' | 'half-up' | 'page-down' | 'page-up';

/** Moves the cursor; pages keep its row on the screen, single steps move the window only at its margin. */
export function move(state: State, motion: Motion, seen: Seen): State {
  const { cursor, top, total } = here(state);
  if (total === 0) return state;
  const by = DISTANCES[motion](seen.height);
  const next = Math.min(Math.max(0, cursor + by), total - 1);
  const paged = motion.startsWith('half') || motion.startsWith('page');
  const wanted = paged ? Math.min(Math.max(0, top + by), Math.max(0, total - seen.height)) : top;
  return withHere(state, {
    cursor: next,
    top: viewportTop({ total, cursor: next, top: wanted, height: seen.height }),
    scroll: 0,
  });
}

/** Scrolls the detail by itself. */
export function scrollDetail(state: State, by: number, seen: Seen): State {
  const most = Math.max(0, seen.detailLines - seen.detailHeight);
  return withHere(state, { scroll: Math.min(Math.max(0, here(state).scroll + by), most) });
}

export function moveColumn(state: State, by: 1 | -1, seen: Seen): State {
  const most = Math.max(0, seen.gridColumns - 1);
  return withHere(state, { column: Math.min(Math.max(0, here(state).column + by), most), scroll: 0 });
}

const DISTANCES: Readonly<Record<Motion, (height: number) => number>> = {
  down: () => 1,
  up: () => -1,
  top: () => Number.NEGATIVE_INFINITY,
  bottom: () => Number.POSITIVE_INFINITY,
  'half-down': height => Math.max(1, Math.floor(height / 2)),
  'half-up': height => -Math.max(1, Math.floor(height / 2)),
  'page-down': height => Math.max(1, height),
  'page-up': height => -Math.max(1, height),
};
