import { cells } from '../text/cells.ts';
import { truncateMiddle } from '../text/truncate.ts';
import type { LegRow } from './case-rows.ts';
import type { Pen, Span } from './pen.ts';
import { type Cell, type Column, type ListSource, markTokens } from './screen.ts';

/** A ranking as a column: what it is called, and its lines. */
export type Ranking = { readonly id: string; readonly title: string; readonly rows: readonly LegRow[] };

/**
 * Rankings side by side, a place a row. They share the width: the first always, the second where it fits, more only
 * where none gets narrow.
 */
export function rankingGrid(
  rankings: readonly Ranking[],
  pen: Pen,
): Pick<ListSource, 'columns' | 'total' | 'row' | 'grid'> {
  const widths = widthsOf(rankings);
  return {
    columns: rankings.map(
      ({ id, title }, index): Column => ({
        id,
        title: `${'#'.padEnd(widths.rank)}${'move'.padEnd(widths.move)}${'mark'.padEnd(MARK_CELLS)}${title}`,
        rank: index,
        min: index < 2 ? 30 : 40,
        ideal: index < 2 ? 30 : 40,
        max: 80,
        grow: 1,
      }),
    ),
    total: Math.max(0, ...rankings.map(({ rows }) => rows.length)),
    row: index => ({
      id: String(index),
      cells: Object.fromEntries(rankings.map(({ id, rows }) => [id, rankingCell(rows[index], widths, pen)])),
    }),
    grid: rankings.map(({ id }) => id),
  };
}

/** The ranking under the cursor and its line; beyond its end the next one that goes on so far. */
export function rankingAt<R extends Ranking>(
  rankings: readonly R[],
  index: number,
  column: number,
): { readonly ranking: R | undefined; readonly row: LegRow | undefined } {
  const own = rankings[column] ?? rankings[0];
  const ranking =
    own?.rows[index] === undefined ? (rankings.find(({ rows }) => index < rows.length) ?? own) : own;
  return { ranking, row: ranking?.rows[index] };
}

/** Cells before the marks, with the blank behind each. */
type Widths = { readonly rank: number; readonly move: number };

function widthsOf(rankings: readonly Ranking[]): Widths {
  const rows = rankings.flatMap(ranking => ranking.rows);
  const longest = (texts: readonly string[], least: number): number =>
    1 + texts.reduce((most, text) => Math.max(most, text.length), least);
  return {
    rank: longest(
      rows.map(({ rank }) => String(rank ?? '-')),
      2,
    ),
    move: longest(
      rows.map(({ move }) => move),
      'move'.length,
    ),
  };
}

function rankingCell(row: LegRow | undefined, widths: Widths, pen: Pen): (width: number) => Cell {
  return width => ({
    spans: row === undefined ? [] : rowSpans(row, width, widths, pen),
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

/** A row bears at most four marks. */
const MARK_CELLS = 5;

/** The reference loses its middle before what stands behind it is cut. */
function rowSpans(row: LegRow, width: number, widths: Widths, pen: Pen): readonly Span[] {
  const rank = row.rank === null ? '-' : String(row.rank);
  const was = row.was === null ? '' : ` (${row.was})`;
  const room = Math.max(1, width - widths.rank - widths.move - MARK_CELLS - cells(was));
  const token = row.marks.includes('F') ? 'forbidden' : row.marks.includes('G') ? 'gold' : undefined;
  const reference = pen.steady(row.reference, token);
  return [
    pen.span(rank.padEnd(widths.rank), 'muted'),
    pen.span(row.move.padEnd(widths.move), MOVE_TOKENS[row.move.split(' ')[0] ?? ''] ?? 'muted'),
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
