import type { ListAt } from '../run-store/types.ts';
import type { Leg } from '../store/port.ts';
import type { Pairing } from './attribution.ts';
import { type Blame, blameRow, CASE_BLAMES, ROW_BLAMES, type RowBlame } from './blame.ts';
import type { Side } from './side.ts';

/** Blames with how often each was given, most first. */
export type Counted = readonly (readonly [blame: Blame, count: number])[];

/** Told of each relevant row that a leg lost or has further down. */
type BlameRow = (kind: 'lost' | 'moved', blame: RowBlame) => void;

/** Of one case of the run after. */
export type RowBlames = (ordinal: number, tell: BlameRow) => void;

type Sides = {
  readonly after: Side;
  readonly before: Side | null;
  readonly pairing: Pairing | null;
  /** Hashes of the relevant rows of a case of the run after. */
  readonly relevant: ListAt;
};

/** What lost.ts finds in the texts of a case, from the hashes of its rows: no case is read, so that all can be counted. */
export function rowBlames(sides: Sides, about: Leg): RowBlames {
  return remembered(readRowBlames(sides, about), sides.after.count);
}

/** Not looked at yet, no row, one row, several. */
const [UNKNOWN, NONE, SEVERAL] = [0, 1, 255];
const [LOST, MOVED] = [2, 2 + ROW_BLAMES.length];

/** Figures of one leg ask for the same cases, and most of those lost one row: a byte holds what is told of it. */
function remembered(read: RowBlames, count: number): RowBlames {
  const told = new Uint8Array(count);
  return (ordinal, tell) => {
    const code = told[ordinal] ?? UNKNOWN;
    if (code === UNKNOWN) {
      let rows = 0;
      read(ordinal, (kind, blame) => {
        rows += 1;
        told[ordinal] = rows > 1 ? SEVERAL : (kind === 'lost' ? LOST : MOVED) + ROW_BLAMES.indexOf(blame);
        tell(kind, blame);
      });
      if (rows === 0) told[ordinal] = NONE;
    } else if (code === SEVERAL) read(ordinal, tell);
    else if (code !== NONE) {
      const kind = code < MOVED ? 'lost' : 'moved';
      const blame = ROW_BLAMES[code - (kind === 'lost' ? LOST : MOVED)];
      if (blame !== undefined) tell(kind, blame);
    }
  };
}

function readRowBlames({ after, before, pairing, relevant }: Sides, about: Leg): RowBlames {
  if (before === null || pairing === null) return () => undefined;
  const [was, is] = [rowsOf(before), rowsOf(after)];
  return (ordinal, tell) => {
    const partner = pairing.beforeOf[ordinal] ?? -1;
    if (partner < 0) return;
    const places = (leg: Leg, row: number): Places => [
      placeOf(was[leg], partner, row),
      placeOf(is[leg], ordinal, row),
    ];
    const end = relevant.starts(ordinal + 1);
    for (let i = relevant.starts(ordinal); i < end; i += 1) {
      const row = relevant.codes(i);
      const [then, now] = places(about, row);
      if (then === null || (now !== null && now <= then)) continue;
      tell(
        now === null ? 'lost' : 'moved',
        blameOf(about, now, leg => places(leg, row)),
      );
    }
  };
}

/** 1-based, then and now; null: not in the top k. */
type Places = readonly [then: number | null, now: number | null];

function rowsOf(side: Side): { readonly [leg in Leg]: ListAt } {
  return { lexical: side.rows('lexical'), vector: side.rows('vector'), hybrid: side.rows('hybrid') };
}

function placeOf({ codes, starts }: ListAt, ordinal: number, row: number): number | null {
  const [from, to] = [starts(ordinal), starts(ordinal + 1)];
  for (let i = from; i < to; i += 1) if (codes(i) === row) return i - from + 1;
  return null;
}

/** What the hybrid leg lost is blamed on a leg or on the fusion; what another leg lost is its own. */
function blameOf(about: Leg, now: number | null, places: (leg: Leg) => Places): RowBlame {
  if (about !== 'hybrid') return now === null ? about : `rank:${about}`;
  const [lexical, vector] = [places('lexical'), places('vector')];
  return blameRow({ lexical: lexical[0], vector: vector[0] }, { lexical: lexical[1], vector: vector[1] });
}

/** Counts blames of rows or of cases. */
export function blameCounts() {
  const counts = new Map<Blame, number>();
  const all = (): Counted =>
    [...counts].toSorted(([a, n], [b, m]) => m - n || BLAMES.indexOf(a) - BLAMES.indexOf(b));
  return {
    add: (blame: Blame): void => {
      counts.set(blame, (counts.get(blame) ?? 0) + 1);
    },
    clear: (): void => counts.clear(),
    total: (): number => [...counts.values()].reduce((sum, count) => sum + count, 0),
    most: (): Blame | null => all()[0]?.[0] ?? null,
    all,
  };
}

const BLAMES: readonly Blame[] = [...ROW_BLAMES, ...CASE_BLAMES];

/** What a figure counts is to blame for it, whatever rows were lost. */
export function countedBlame(path: string): Blame | undefined {
  return OTHER_BLAMES.find(([metric]) => path.includes(metric))?.[1];
}

const OTHER_BLAMES: readonly (readonly [metric: string, blame: Blame])[] = [
  ['forbidden_row_rate', 'forbidden'],
  ['duplicate_row_rate', 'duplicate'],
  ['in_window_rate', 'window'],
  ['abstention_rate', 'abstention'],
];
