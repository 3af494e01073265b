export type Size = { readonly columns: number; readonly rows: number };

/**
 * `nothing`: room for the size alone. `too-small`: one message. `list`: the detail opens over the list.
 * `split` and `wide`: the detail stands beside it.
 */
export type FrameClass = 'nothing' | 'too-small' | 'list' | 'split' | 'wide';

/** Smallest terminal that shows a screen. */
export const smallestFrame: Size = { columns: 60, rows: 15 };

/** How a screen is laid out in a terminal of this size, in cells (tui-cli.md 13). */
export function frameClass({ columns, rows }: Size): FrameClass {
  if (columns < 20 || rows < 3) return 'nothing';
  if (columns < smallestFrame.columns || rows < smallestFrame.rows) return 'too-small';
  if (columns < 110) return 'list';
  return columns < 160 ? 'split' : 'wide';
}
