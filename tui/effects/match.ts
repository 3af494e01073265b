import { fold } from '../../core/fold.ts';
import { lineText } from '../model/fit.ts';
import type { Cell, ListSource } from '../model/screen.ts';
import type { Session } from '../session.ts';
import { type Effect, type Event, here } from '../state/state.ts';

/** So many rows are looked at before keys get their turn. */
const SLICE = 2000;
const WIDE = 1000;

/** Moves the cursor to the next row that holds a text, over all rows and round the end (tui-cli.md 17). */
export async function findMatch(
  { link, text, from, step }: Effect & { t: 'match' },
  session: Session,
): Promise<readonly Event[]> {
  const wanted = fold(text);
  const { total } = session.screen().list;
  for (let way = 1; way <= total; way += 1) {
    if (way % SLICE === 0) await new Promise(resolve => setImmediate(resolve));
    if (here(session.state()).link !== link) return [];
    const cursor = (((from + step * way) % total) + total) % total;
    if (holds(session.screen().list, cursor, wanted)) return [{ t: 'listed', link, total, cursor }];
  }
  return [{ t: 'done', notice: `no row holds ${text}` }];
}

function holds(list: ListSource, index: number, wanted: string): boolean {
  const row = list.row(index);
  if (row === undefined) return false;
  return [row.id, ...list.columns.map(({ id }) => textOf(row.cells[id]))].some(text =>
    fold(text).includes(wanted),
  );
}

function textOf(cell: Cell | ((width: number) => Cell) | undefined): string {
  const made = typeof cell === 'function' ? cell(WIDE) : cell;
  if (made === undefined) return '';
  return typeof made.raw === 'string' ? made.raw : lineText(made.spans);
}
