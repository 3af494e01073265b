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
  const { tables } = ground;
  const test = new FloorTest(ground);
  if (candidates === 'window') {
    const chosen = chosenRows(ground);
    for (const place of chosen) test.take(place);
    return { count: chosen.size, passed: test.passed() };
  }
  for (const table of tables) if (test.mayPassUnmatched(table)) test.takeAll(table);
  for (const place of ground.matches.places) test.take(place);
  return { count: tables.reduce((sum, { first, end }) => sum + end - first, 0), passed: test.passed() };
}

/** Gives back the marks of `passingRows`. */
export function forgetPassed(places: Int32Array, { passed }: Scratch): void {
  for (const place of places) passed[place] = 0;
}

class FloorTest {
  readonly #ground: CallGround;
  /** By position of the table; 0 = every row passes. */
  readonly #floors: Float64Array;
  #passed = new Int32Array(256);
  #size = 0;

  constructor(ground: CallGround) {
    const { rows, planned } = ground;
    this.#ground = ground;
    this.#floors = Float64Array.from(rows.tables, ({ schema }) =>
      Math.max(0, planned.queries.get(schema.analyzer)?.floor ?? 0),
    );
  }

  /** Whether rows of a table can pass that match nothing. */
  mayPassUnmatched(table: VisibleTable): boolean {
    const { rows, cosines } = this.#ground;
    return cosines !== null || this.#floorOf(rows.tables.indexOf(table)) === 0 || table.textless.length > 0;
  }

  takeAll(table: VisibleTable): void {
    const { rows, cosines } = this.#ground;
    if (cosines === null && this.#floorOf(rows.tables.indexOf(table)) > 0) {
      for (const place of table.textless) this.take(place);
      return;
    }
    for (let place = table.first; place < table.end; place += 1) this.take(place);
  }

  take(place: number): void {
    const { rows, cosines, scratch } = this.#ground;
    const floor = this.#floorOf(rows.tableAt[place] ?? -1);
    const passes =
      floor === 0 ||
      (scratch.matched[place] ?? 0) >= floor ||
      (rows.lengths[place] ?? -1) < 0 ||
      (cosines !== null && (cosines[place] ?? 0) > 0);
    if (!passes || scratch.passed[place] === 1) return;
    scratch.passed[place] = 1;
    if (this.#size === this.#passed.length) {
      const wider = new Int32Array(2 * this.#size);
      wider.set(this.#passed);
      this.#passed = wider;
    }
    this.#passed[this.#size] = place;
    this.#size += 1;
  }

  passed(): Int32Array {
    return this.#passed.subarray(0, this.#size);
  }

  #floorOf(position: number): number {
    return this.#floors[position] ?? 0;
  }
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
