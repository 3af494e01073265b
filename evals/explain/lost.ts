import type { PerLeg } from '../score/report.ts';
import { LEGS, type Leg } from '../store/port.ts';
import { blameRow, type RowBlame } from './blame.ts';

/** References in rank order of the legs of one case. */
export type Rankings = PerLeg<readonly string[]>;

/** A relevant row that left the top k of a leg, or stands further down there. */
export type LostRow = {
  readonly reference: string;
  readonly kind: 'lost' | 'moved';
  readonly blame: RowBlame;
  /** Then and now on each leg; null: not in the top k. */
  readonly positions: PerLeg<readonly [then: number | null, now: number | null]>;
};

/**
 * What became of the relevant rows of one case between two runs on the leg that a figure is about, lost ones first.
 * What the hybrid leg lost is blamed on a leg or on the fusion; what another leg lost is its own.
 */
export function lostRows(
  then: Rankings,
  now: Rankings,
  relevant: readonly string[],
  about: Leg = 'hybrid',
): readonly LostRow[] {
  const looked = relevant.flatMap((reference): LostRow[] => {
    const before = positionsOf(then, reference);
    const after = positionsOf(now, reference);
    const was = before[about] ?? null;
    const is = after[about] ?? null;
    if (was === null || (is !== null && is <= was)) return [];
    const blame = about === 'hybrid' ? blameRow(legsOf(before), legsOf(after)) : ownBlame(about, is);
    const positions: { [leg in Leg]?: readonly [number | null, number | null] } = {};
    for (const leg of LEGS) {
      if (then[leg] !== undefined || now[leg] !== undefined)
        positions[leg] = [before[leg] ?? null, after[leg] ?? null];
    }
    return [{ reference, kind: is === null ? 'lost' : 'moved', blame, positions }];
  });
  return [...looked.filter(row => row.kind === 'lost'), ...looked.filter(row => row.kind === 'moved')];
}

function ownBlame(leg: 'lexical' | 'vector', is: number | null): RowBlame {
  return is === null ? leg : `rank:${leg}`;
}

/** `lost kb/notes#d07  hybrid 1 -> none  lexical 1 -> none  vector 4 -> 4` */
export function lostRowText({ reference, kind, positions }: LostRow): string {
  const legs = SHOWN.flatMap(leg => {
    const pair = positions[leg];
    return pair === undefined ? [] : [`${leg} ${pair[0] ?? 'none'} -> ${pair[1] ?? 'none'}`];
  });
  return [`${kind} ${reference}`, ...legs].join('  ');
}

const SHOWN: readonly Leg[] = ['hybrid', 'lexical', 'vector'];

type Positions = { [leg in Leg]?: number | null };

function positionsOf(rankings: Rankings, reference: string): Positions {
  const positions: Positions = {};
  for (const leg of LEGS) {
    const at = rankings[leg]?.indexOf(reference) ?? -1;
    positions[leg] = at < 0 ? null : at + 1;
  }
  return positions;
}

function legsOf({ lexical = null, vector = null }: Positions): {
  readonly lexical: number | null;
  readonly vector: number | null;
} {
  return { lexical, vector };
}
