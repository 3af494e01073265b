export type Movement = {
  /** The rows of this run in their order, ranks from 1. */
  readonly rows: readonly { readonly row: string; readonly rank: number; readonly move: string }[];
  /** Rows that only the other run has, in its order, with the rank that they had there. */
  readonly gone: readonly { readonly row: string; readonly was: number }[];
};

/**
 * How the rows of a ranking moved against another run's [rank.movement]: `up 3`, `down 2`, `=`, `new`, `dup` for
 * a row that stood further up already, and what is gone. A row's first place counts.
 */
export function movement(current: readonly string[], other: readonly string[]): Movement {
  const before = firstRanks(other);
  const now = firstRanks(current);
  return {
    rows: current.map((row, index) => {
      const rank = index + 1;
      return { row, rank, move: now.get(row) === rank ? moved(rank, before.get(row)) : 'dup' };
    }),
    gone: [...before].filter(([row]) => !now.has(row)).map(([row, was]) => ({ row, was })),
  };
}

function firstRanks(rows: readonly string[]): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const [index, row] of rows.entries()) if (!ranks.has(row)) ranks.set(row, index + 1);
  return ranks;
}

function moved(rank: number, was: number | undefined): string {
  if (was === undefined) return 'new';
  if (was === rank) return '=';
  return was > rank ? `up ${was - rank}` : `down ${rank - was}`;
}
