import type { Span } from '../model/pen.ts';
import type { Cell, Column, ListSource, Row, Screen } from '../model/screen.ts';

/** Rows that are said at once. */
export const SPOKEN_PAGE = 20;

/** Nothing is cut: what reads aloud has no width. */
const WIDE = 10_000;
/** Columns of a list that are worth hearing; the rest is heard when the row is opened. */
const MOST_RANK = 3;

/** Where a screen is and what it says above its list. */
export function spokenHead(screen: Screen): readonly string[] {
  const { crumbs, badge, tabs } = screen;
  const state = spokenLine(badge);
  return [
    `${crumbs.join(', ')}${state === '' ? '' : `: ${state}`}`,
    ...spokenLines(screen.why(WIDE)),
    ...spokenLines(screen.head(WIDE)),
    ...(tabs.length === 0 ? [] : [`tabs: ${tabs.map(tab => tab.label).join(', ')}`]),
    ...(screen.list.total === 0 ? spokenLines(screen.empty) : []),
  ];
}

/** Numbered rows `from` to `to` of a list, numbers counted from 1. */
export function spokenRows(list: ListSource, from: number, to: number): readonly string[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, step) => {
    const row = list.row(from + step);
    return `${from + step + 1}. ${row === undefined ? 'still loading' : spokenRow(row, list.columns)}`;
  });
}

/** `case edge-chain-0117: outcome fail; hybrid recall 0.500, down 0.500; cause lexical` */
export function spokenRow(row: Row, columns: readonly Column[]): string {
  const name = columns.find(({ id, rank }) => rank === 0 && cellAt(row, id)?.raw === row.id);
  const facts = columns.flatMap(({ id, rank }) => {
    if (id === name?.id || rank > MOST_RANK) return [];
    const text = spokenCell(cellAt(row, id));
    return text === '' ? [] : [`${id} ${text}`];
  });
  if (name === undefined) return facts.join('; ');
  const subject = `${name.id} ${spokenCell(cellAt(row, name.id))}`;
  return facts.length === 0 ? subject : `${subject}: ${facts.join('; ')}`;
}

/** What is said of one row beyond its line. */
export function spokenDetail(screen: Screen, index: number, column: number): readonly string[] {
  return spokenLines(screen.detail?.(index, column, WIDE) ?? []);
}

export function spokenLines(lines: readonly (readonly Span[])[]): readonly string[] {
  return lines.map(spokenLine).filter(line => line !== '');
}

/** A line without its signs: pieces that hold neither a letter nor a digit, and bars between facts. */
export function spokenLine(line: readonly Span[]): string {
  const pieces = line.map(({ text }) => (/[\p{L}\p{N}]/u.test(text) ? text : text.replace(/\S/gu, '')));
  return pieces
    .join('')
    .split(/\s+\|\s+/)
    .map(part => part.trim().replace(/\s{2,}/g, ' '))
    .filter(part => part !== '')
    .join(', ');
}

function cellAt(row: Row, column: string): Cell | undefined {
  const cell = row.cells[column];
  return typeof cell === 'function' ? cell(WIDE) : cell;
}

/** A value that is not there is not said; a figure that was not measured says so itself. */
function spokenCell(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (cell.spoken !== undefined) return cell.spoken;
  return cell.raw === null ? '' : spokenLine(cell.spans);
}
