import { declaredIndexes, windowSizes } from '../call-scope.ts';
import type { PlannedCall } from './batch.ts';
import { type Cosines, NO_COSINE } from './cosines.ts';
import type { QuestionMatches } from './matches.ts';
import type { Scratch } from './scratch.ts';
import { TopPlaces } from './top-places.ts';
import type { VisibleRows, VisibleTable } from './visible-rows.ts';

/** What one call asks of which rows. */
export type CallGround = {
  readonly rows: VisibleRows;
  readonly tables: readonly VisibleTable[];
  readonly planned: PlannedCall;
  readonly matches: QuestionMatches;
  /** Null = the call has no embedding. */
  readonly cosines: Cosines | null;
  readonly scratch: Scratch;
};

type Candidates = {
  /** Rows that take part (evaluate.md 9.2). */
  readonly count: number;
  /** Those that pass the floor, marked in `scratch.passed`. */
  readonly passed: Int32Array;
};

/** The rows of a call that pass (evaluate.md 8.2, 9.2). */
export function passingRows(ground: CallGround, candidates: 'full' | 'window'): Candidates {
  const { rows, tables, planned, matches, cosines } = ground;
  // By position of the table; 0 = every row passes.
  const floors = Float64Array.from(rows.tables, ({ schema }) =>
    Math.max(0, planned.queries.get(schema.analyzer)?.floor ?? 0),
  );
  if (candidates === 'window') {
    const chosen = Int32Array.from(chosenRows(ground));
    return { count: chosen.length, passed: takePassing(ground, floors, [chosen]) };
  }
  const searched = tables.map(table => {
    const needsMatch = cosines === null && (floors[rows.tables.indexOf(table)] ?? 0) > 0;
    return needsMatch ? table.textless : rows.every.subarray(table.first, table.end);
  });
  return {
    count: tables.reduce((sum, { first, end }) => sum + end - first, 0),
    passed: takePassing(ground, floors, [...searched, matches.places]),
  };
}

/** Gives back the marks of `passingRows`. */
export function forgetPassed(places: Int32Array, { passed }: Scratch): void {
  for (let i = 0; i < places.length; i += 1) passed[places[i] ?? 0] = 0;
}

/** Marks the rows that pass, each once. Loops by index, since the first calls run before the compiler has seen them. */
function takePassing(
  { rows: { tableAt, lengths }, cosines, scratch }: CallGround,
  floors: Float64Array,
  searched: readonly Int32Array[],
): Int32Array {
  const taken = scratch.integers(searched.reduce((sum, { length }) => sum + length, 0));
  let size = 0;
  for (const places of searched) {
    for (let i = 0; i < places.length; i += 1) {
      const place = places[i] ?? 0;
      const floor = floors[tableAt[place] ?? -1] ?? 0;
      const passes =
        floor === 0 ||
        (scratch.matched[place] ?? 0) >= floor ||
        (lengths[place] ?? -1) < 0 ||
        (cosines !== null && (cosines[place] ?? 0) > 0);
      if (!passes || scratch.passed[place] === 1) continue;
      scratch.passed[place] = 1;
      taken[size] = place;
      size += 1;
    }
  }
  return taken.subarray(0, size);
}

/**
 * `candidates = "window"`: per table the newest rows and, where it declares the index, all rows with a match
 * and the nearest ones. Equal cosines keep the newest first.
 */
function chosenRows({ rows, tables, planned, matches, cosines, scratch }: CallGround): ReadonlySet<number> {
  const sizes = windowSizes(planned.rowLimit);
  const chosen = new Set<number>();
  const isNewer = (a: number, b: number) => compareNewest(rows, a, b) < 0;
  const isNearer = (a: number, b: number) => {
    const [x, y] = [cosines?.[a] ?? NO_COSINE, cosines?.[b] ?? NO_COSINE];
    return x === y ? isNewer(a, b) : x > y;
  };
  for (const table of tables) {
    const newest = new TopPlaces(sizes.newest, isNewer);
    const nearest = new TopPlaces(sizes.nearest, isNearer);
    const indexes = declaredIndexes(table.schema);
    for (let place = table.first; place < table.end; place += 1) {
      newest.offer(place);
      if (indexes.vector && (cosines?.[place] ?? NO_COSINE) !== NO_COSINE) nearest.offer(place);
    }
    for (const place of [...newest.sorted(), ...nearest.sorted()]) chosen.add(place);
    if (!indexes.fulltext) continue;
    for (const place of matches.places) {
      const isOwn = place >= table.first && place < table.end;
      if (isOwn && (scratch.matched[place] ?? 0) > 0) chosen.add(place);
    }
  }
  return chosen;
}

/** Newest first by order of landing. */
export function compareNewest({ runs, seqs }: VisibleRows, a: number, b: number): number {
  return (runs[b] ?? 0) - (runs[a] ?? 0) || (seqs[b] ?? 0) - (seqs[a] ?? 0) || b - a;
}
