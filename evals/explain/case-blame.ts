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
export function rowBlames({ after, before, pairing, relevant }: Sides, about: Leg): RowBlames {
  if (before === null || pairing === null) return () => undefined;
  const [was, is] = [rowsOf(before), rowsOf(after)];
  return (ordinal, tell) => {
    const partner = pairing.beforeOf[ordinal] ?? -1;
    if (partner < 0) return;
    const places = (leg: Leg, row: number): Places => [
      placeOf(was[leg](partner), row),
      placeOf(is[leg](ordinal), row),
    ];
    for (const row of relevant(ordinal)) {
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

function placeOf(rows: Uint32Array, row: number): number | null {
  const at = rows.indexOf(row);
  return at < 0 ? null : at + 1;
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
