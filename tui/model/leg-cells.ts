import { cells } from '../text/cells.ts';
import { truncateMiddle } from '../text/truncate.ts';
import type { LegRow } from './case-rows.ts';
import type { Pen, Span } from './pen.ts';
import { type Cell, type Column, markTokens, type Row } from './screen.ts';

/** A ranking as a column: what it is called, and its lines. */
export type Ranking = { readonly id: string; readonly title: string; readonly rows: readonly LegRow[] };

/** Rankings share the width: the first always, the second where it fits, more only where none gets narrow. */
export function rankingColumns(rankings: readonly Ranking[]): readonly Column[] {
  return rankings.map(
    ({ id, title }, index): Column => ({
      id,
      title: `${'#'.padEnd(RANK_CELLS)}${'move'.padEnd(MOVE_CELLS)}${'mark'.padEnd(MARK_CELLS)}${title}`,
      rank: index,
      min: index < 2 ? 30 : 40,
      ideal: index < 2 ? 30 : 40,
      max: 80,
      grow: 1,
    }),
  );
}

/** The lines of all rankings at one place, side by side. */
export function rankingRow(rankings: readonly Ranking[], index: number, pen: Pen): Row {
  return {
    id: String(index),
    cells: Object.fromEntries(rankings.map(({ id, rows }) => [id, rankingCell(rows[index], pen)])),
  };
}

function rankingCell(row: LegRow | undefined, pen: Pen): (width: number) => Cell {
  return width => ({
    spans: row === undefined ? [] : rowSpans(row, width, pen),
    raw: row?.reference ?? null,
    ...(row === undefined ? {} : { spoken: spokenRow(row) }),
  });
}

function spokenRow({ reference, rank, move, was, marks }: LegRow): string {
  const words = [
    rank === null ? `${reference} gone, was ${was === null ? 'there' : `rank ${was}`}` : reference,
    ...(rank === null || move === '' ? [] : [move === '=' ? 'same rank' : move]),
    ...marks.map(mark => MARK_WORDS[mark]),
  ];
  return words.join(', ');
}

const MARK_WORDS = {
  G: 'gold',
  F: 'forbidden',
  D: 'duplicate',
  W: 'outside the window',
  P: 'planted',
} as const;

const RANK_CELLS = 3;
/** `down 10` */
const MOVE_CELLS = 8;
/** A row bears at most four marks. */
const MARK_CELLS = 5;

/** The reference loses its middle before what stands behind it is cut. */
function rowSpans(row: LegRow, width: number, pen: Pen): readonly Span[] {
  const rank = row.rank === null ? '-' : String(row.rank);
  const was = row.was === null ? '' : ` (${row.was})`;
  const room = Math.max(1, width - RANK_CELLS - MOVE_CELLS - MARK_CELLS - cells(was));
  const token = row.marks.includes('F') ? 'forbidden' : row.marks.includes('G') ? 'gold' : undefined;
  const reference = pen.steady(row.reference, token);
  return [
    pen.span(rank.padEnd(RANK_CELLS), 'muted'),
    pen.span(row.move.padEnd(MOVE_CELLS), MOVE_TOKENS[row.move.split(' ')[0] ?? ''] ?? 'muted'),
    ...row.marks.map(mark => pen.bold(mark, markTokens[mark])),
    pen.span(' '.repeat(Math.max(1, MARK_CELLS - row.marks.length))),
    { ...reference, ...pen.span(truncateMiddle(reference.text, room, pen.set), token) },
    pen.span(was, 'muted'),
  ];
}

const MOVE_TOKENS: { readonly [move: string]: 'ok' | 'bad' | 'added' | 'removed' | 'duplicate' } = {
  up: 'ok',
  down: 'bad',
  new: 'added',
  gone: 'removed',
  dup: 'duplicate',
};
