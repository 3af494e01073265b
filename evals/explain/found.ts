import { LEGS, type Leg } from '../store/port.ts';
import type { Rankings } from './lost.ts';

export const FOUND_KINDS = ['forbidden', 'duplicate', 'window', 'won', 'intruder'] as const;

/** A row that stands in the rankings of a case and matters to a figure. */
export type FoundRow = {
  readonly reference: string;
  /** window: outside the recency window. won: relevant, and new on the leg. intruder: neither, and new there. */
  readonly kind: (typeof FOUND_KINDS)[number];
  /** 1-based positions of it on the legs that have it. */
  readonly positions: { readonly [leg in Leg]?: readonly number[] };
};

export type FoundIn = {
  readonly rankings: Rankings;
  /** 1-based positions of rows outside the recency window. */
  readonly outOfWindow: { readonly [leg in Leg]?: readonly number[] };
};

export type CaseTruth = { readonly relevant: readonly string[]; readonly forbidden: readonly string[] };

/**
 * Rows of one case that a figure counts, and those that came anew on the leg that it is about (scoring.md 15). before:
 * the rankings of the compared run; null: there is none, so nothing is new.
 */
export function foundRows(
  before: Rankings | null,
  { rankings, outOfWindow }: FoundIn,
  { relevant, forbidden }: CaseTruth,
  about: Leg,
): readonly FoundRow[] {
  const earlier = new Set(before?.[about] ?? []);
  const fresh = before === null ? [] : (rankings[about] ?? []).filter(row => !earlier.has(row));
  const lists: { readonly [kind in FoundRow['kind']]: readonly string[] } = {
    forbidden: forbidden.filter(row => LEGS.some(leg => rankings[leg]?.includes(row))),
    duplicate: LEGS.flatMap(leg => repeated(rankings[leg] ?? [])),
    window: LEGS.flatMap(leg => (outOfWindow[leg] ?? []).flatMap(at => rankings[leg]?.[at - 1] ?? [])),
    won: fresh.filter(row => relevant.includes(row)),
    intruder: fresh.filter(row => !relevant.includes(row)),
  };
  return FOUND_KINDS.flatMap(kind =>
    [...new Set(lists[kind])].map(reference => ({
      reference,
      kind,
      positions: positionsOf(rankings, reference),
    })),
  );
}

/** `forbidden hr/payroll#p-2  hybrid 2  lexical 2` */
export function foundRowText({ kind, reference, positions }: FoundRow): string {
  const legs = SHOWN.flatMap(leg => {
    const at = positions[leg];
    return at === undefined ? [] : [`${leg} ${at.join(' ')}`];
  });
  return [`${kind} ${reference}`, ...legs].join('  ');
}

/** The rows that the figure itself counts, which are what there is to tell of a case. */
export function countedRows(path: string, found: readonly FoundRow[]): readonly FoundRow[] {
  const kind = COUNTED.find(([metric]) => path.includes(metric))?.[1];
  return found.filter(row => row.kind === kind);
}

const COUNTED: readonly (readonly [metric: string, kind: FoundRow['kind']])[] = [
  ['forbidden_row_rate', 'forbidden'],
  ['duplicate_row_rate', 'duplicate'],
  ['in_window_rate', 'window'],
];

const SHOWN: readonly Leg[] = ['hybrid', 'lexical', 'vector'];

function repeated(rows: readonly string[]): readonly string[] {
  return rows.filter((row, at) => rows.indexOf(row) < at);
}

function positionsOf(rankings: Rankings, reference: string): FoundRow['positions'] {
  const positions: { [leg in Leg]?: readonly number[] } = {};
  for (const leg of LEGS) {
    const at = (rankings[leg] ?? []).flatMap((row, place) => (row === reference ? [place + 1] : []));
    if (at.length > 0) positions[leg] = at;
  }
  return positions;
}
