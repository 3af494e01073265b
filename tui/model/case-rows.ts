import type { Leg } from '../../evals/store/port.ts';
import type { CaseData } from './data.ts';
import { movement } from './movement.ts';
import type { MarkLetter } from './screen.ts';

/** One line of a leg: a row that came back, or a relevant one that is gone. */
export type LegRow = {
  readonly reference: string;
  /** null: it is not in the top k any more. */
  readonly rank: number | null;
  readonly move: string;
  /** Its rank in the compared run, where it is gone. */
  readonly was: number | null;
  readonly marks: readonly MarkLetter[];
  readonly score: number | null;
  readonly inWindow: boolean;
};

/** The rows of a leg in rank order, then the relevant rows that left it. */
export function legRows(data: CaseData, leg: Leg): readonly LegRow[] {
  const rows = data.legs[leg] ?? [];
  const current = rows.map(row => row.reference);
  const before = data.before?.[leg];
  const moved = movement(current, before ?? current);
  const relevant = new Set(data.relevant);
  const forbidden = new Set(data.forbidden);
  const seen = new Set<string>();
  const shown = rows.map((row, index): LegRow => {
    const repeated = seen.has(row.reference);
    seen.add(row.reference);
    return {
      reference: row.reference,
      rank: index + 1,
      move: before === undefined ? '' : (moved.rows[index]?.move ?? ''),
      was: null,
      marks: marksOf(row.reference, { relevant, forbidden, repeated, inWindow: row.inWindow }),
      score: row.score,
      inWindow: row.inWindow,
    };
  });
  const gone = moved.gone.filter(({ row }) => relevant.has(row) || forbidden.has(row));
  return [
    ...shown,
    ...gone.map(
      ({ row, was }): LegRow => ({
        reference: row,
        rank: null,
        move: 'gone',
        was,
        marks: marksOf(row, { relevant, forbidden, repeated: false, inWindow: true }),
        score: null,
        inWindow: true,
      }),
    ),
  ];
}

type Known = {
  readonly relevant: ReadonlySet<string>;
  readonly forbidden: ReadonlySet<string>;
  readonly repeated: boolean;
  readonly inWindow: boolean;
};

function marksOf(
  reference: string,
  { relevant, forbidden, repeated, inWindow }: Known,
): readonly MarkLetter[] {
  const marks: MarkLetter[] = [];
  if (relevant.has(reference)) marks.push('G');
  if (forbidden.has(reference)) marks.push('F');
  if (repeated) marks.push('D');
  if (!inWindow) marks.push('W');
  return marks;
}
