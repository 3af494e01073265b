export type Viewport = {
  readonly total: number;
  /** Row of the cursor, from 0. */
  readonly cursor: number;
  /** First row shown until now. */
  readonly top: number;
  /** Rows that the window shows. */
  readonly height: number;
};

const WIDEST_MARGIN = 3;

/**
 * First row to show so that the cursor keeps its distance from the window's edges (tui-cli.md 13). It moves only
 * when the cursor comes nearer than that, so that most moves repaint two rows.
 */
export function viewportTop({ total, cursor, top, height }: Viewport): number {
  const margin = Math.max(0, Math.min(WIDEST_MARGIN, Math.floor((height - 1) / 2)));
  const highest = cursor - margin;
  const lowest = cursor + margin - height + 1;
  const moved = Math.max(lowest, Math.min(highest, top));
  return Math.max(0, Math.min(moved, total - height));
}
