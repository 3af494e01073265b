/** How much room a column wants, in cells. */
export type ColumnSpec = {
  readonly id: string;
  /** 0 is always shown; the higher, the earlier the column gives way. */
  readonly rank: number;
  readonly min: number;
  readonly ideal: number;
  readonly max: number;
  /** Share of what is left over; 0 takes none. */
  readonly grow: number;
};

export type FittedColumns = {
  /** The columns that are shown, in the order of the specs. */
  readonly columns: readonly { readonly id: string; readonly width: number }[];
  /** Ids of the others, in the order of the specs. */
  readonly dropped: readonly string[];
  /** Cells that no column takes. */
  readonly slack: number;
};

/** Cells before the first column, for the cursor and the mark of a row. */
export const MARKER_WIDTH = 2;
const GAP = 2;

/**
 * Widths of the columns in a list pane of `width` cells, two of which are the marker's (tui-cli.md 13). Columns
 * join by rank and each is raised to its ideal before the next is asked; the first that comes short ends this,
 * so a wider pane never loses a column. In a pane too narrow for rank 0 the columns are wider than the pane.
 */
export function fitColumns(specs: readonly ColumnSpec[], width: number): FittedColumns {
  const { widths, left } = admitted(specs, width - MARKER_WIDTH);
  const slack = grown(specs, widths, left);
  return {
    columns: specs.flatMap(({ id }) => {
      const own = widths.get(id);
      return own === undefined ? [] : [{ id, width: own }];
    }),
    dropped: specs.flatMap(({ id }) => (widths.has(id) ? [] : [id])),
    slack,
  };
}

function admitted(specs: readonly ColumnSpec[], room: number): { widths: Map<string, number>; left: number } {
  const fixed = specs.filter(({ rank }) => rank === 0);
  const widths = new Map(fixed.map(({ id, min }) => [id, min]));
  let left = room - sum(fixed.map(({ min }) => min)) - GAP * Math.max(0, fixed.length - 1);
  for (const { id, min, ideal } of specs.toSorted((a, b) => a.rank - b.rank)) {
    if (!widths.has(id)) {
      const cost = min + (widths.size === 0 ? 0 : GAP);
      if (cost > left) break;
      widths.set(id, min);
      left -= cost;
    }
    // A column that stays under its ideal leaves nothing, so no other joins after it.
    const raise = Math.min(ideal - min, Math.max(0, left));
    widths.set(id, min + raise);
    left -= raise;
  }
  return { widths, left: Math.max(0, left) };
}

/** Gives what is left to the columns that grow; returns what none of them takes. */
function grown(specs: readonly ColumnSpec[], widths: Map<string, number>, left: number): number {
  const room = (spec: ColumnSpec): number => spec.max - (widths.get(spec.id) ?? spec.max);
  let rest = left;
  while (rest > 0) {
    const growing = specs.filter(spec => spec.grow > 0 && room(spec) > 0);
    if (growing.length === 0) break;
    const shares = sum(growing.map(({ grow }) => grow));
    const floors = growing.map(spec => Math.min(room(spec), Math.floor((rest * spec.grow) / shares)));
    // Less than one share is left: one cell each, from the left.
    const gifts = sum(floors) > 0 ? floors : growing.map((_, place) => (place < rest ? 1 : 0));
    for (const [place, { id }] of growing.entries())
      widths.set(id, (widths.get(id) ?? 0) + (gifts[place] ?? 0));
    rest -= sum(gifts);
  }
  return rest;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
