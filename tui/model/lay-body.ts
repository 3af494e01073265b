import { fitColumns } from '../layout/columns.ts';
import type { FrameClass } from '../layout/frame-class.ts';
import { viewportTop } from '../layout/viewport.ts';
import { truncateEnd } from '../text/truncate.ts';
import { symbols } from '../theme/symbols.ts';
import { fitLine, wrapAll } from './fit.ts';
import type { FrameDetail, FrameInput, FrameList, FrameRow } from './frame.ts';
import type { Line, Pen } from './pen.ts';
import { rtlCell, rtlLines } from './rtl.ts';
import type { Cell, Column, ListSource, Row, Screen } from './screen.ts';

const PREVIEW_FROM_ROWS = 30;

export type Body = { readonly list: FrameList | null; readonly detail: FrameDetail | null };

/** The list and its detail: beside it, below it, over it, or none. */
export function layBody(input: FrameInput, kind: FrameClass, height: number): Body {
  const { screen, state, size } = input;
  const { preferences } = state;
  const hasDetail = screen.detail !== undefined && screen.list.total > 0;
  if (hasDetail && preferences.zoom) {
    return { list: null, detail: layDetail(input, 'over', size.columns, height) };
  }
  if (hasDetail && (kind === 'split' || kind === 'wide')) {
    const width = kind === 'split' ? Math.floor(size.columns * 0.55) : Math.floor(size.columns * 0.5);
    const list = layList(input, width, height);
    const shown = size.rows === null ? Math.max(list.rows.length + 1, 1) : height;
    return {
      list,
      detail: layDetail(
        input,
        'right',
        size.columns - width - 3,
        size.rows === null ? Number.POSITIVE_INFINITY : shown,
      ),
    };
  }
  const preview = hasDetail && preferences.preview && size.rows !== null && size.rows >= PREVIEW_FROM_ROWS;
  if (!preview) return { list: layList(input, size.columns, height), detail: null };
  const below = Math.max(3, Math.floor(height / 3));
  return {
    list: layList(input, size.columns, height - below),
    detail: layDetail(input, 'below', size.columns, below - 1),
  };
}

/** Rows of a list that a window of this height holds: its first line is the header. */
function listHeight(height: number): number {
  return Math.max(1, height - 1);
}

function layList(input: FrameInput, width: number, height: number): FrameList {
  const { screen, visit, pen } = input;
  const { list } = screen;
  const fitted = fitColumns(list.columns, width).columns.flatMap(({ id, width: cellsWide }) => {
    const column = list.columns.find(one => one.id === id);
    return column === undefined ? [] : [{ column, width: cellsWide }];
  });
  const visible = Math.min(listHeight(height), list.total);
  const cursor = Math.min(visit.cursor, Math.max(0, list.total - 1));
  const from = Number.isFinite(visible)
    ? viewportTop({ total: list.total, cursor, top: visit.top, height: Math.max(1, visible) })
    : 0;
  const to = Math.min(list.total, from + visible);
  const rows: FrameRow[] = [];
  for (let index = from; index < to; index += 1)
    rows.push(layRow(list, index, input, { fitted, isEdge: width === input.size.columns }));
  return {
    width,
    columns: fitted.map(({ column, width: wide }) => ({
      id: column.id,
      title: titleLine(column, wide, screen.sorted, pen),
      width: wide,
      sorted: screen.sorted?.column === column.id ? (screen.sorted.descending ? 'desc' : 'asc') : null,
    })),
    rows,
    window: { from, to, total: list.total },
    progress: list.progress,
  };
}

/** The sign of the order stays, however narrow the column. */
function titleLine(column: Column, width: number, sorted: Screen['sorted'], pen: Pen): Line {
  const { align, title } = column;
  if (sorted?.column !== column.id) return fitLine([pen.span(title, 'muted')], width, pen, { align });
  const { ascending, descending } = symbols(pen.set);
  const sign = pen.span(` ${sorted.descending ? descending : ascending}`, 'accent');
  const cut = pen.span(truncateEnd(title, Math.max(0, width - 2), pen.set), 'accent');
  return fitLine([cut, sign], width, pen, { align });
}

type Fitted = { readonly column: Column; readonly width: number };
/** isEdge: nothing stands to the right of the list. */
type Laid = { readonly fitted: readonly Fitted[]; readonly isEdge: boolean };

function layRow(list: ListSource, index: number, input: FrameInput, { fitted, isEdge }: Laid): FrameRow {
  const { visit, pen } = input;
  const row: Row | undefined = list.row(index);
  const atCursor = index === visit.cursor;
  if (row === undefined) {
    return { index, id: '', marked: false, cursor: atCursor, muted: true, cells: [] };
  }
  const active = list.grid?.[visit.column];
  return {
    index,
    id: row.id,
    marked: visit.marks.includes(row.id),
    cursor: atCursor,
    muted: row.muted === true,
    cells: fitted.map(({ column, width }, place) => {
      const made = row.cells[column.id];
      const isLast = isEdge && place === fitted.length - 1;
      const cell: Cell = made === undefined ? { spans: [] } : typeof made === 'function' ? made(width) : made;
      return {
        line: fitLine(rtlCell(cell.spans, isLast, pen), width, pen, { align: column.align, cut: column.cut }),
        raw: cell.raw,
        cursor: atCursor && column.id === active,
      };
    }),
  };
}

function layDetail(
  input: FrameInput,
  placement: FrameDetail['placement'],
  width: number,
  height: number,
): FrameDetail {
  const { screen, state, visit, pen } = input;
  const all =
    screen.detail === undefined
      ? []
      : wrapAll(
          screen.detail(visit.cursor, visit.column, width).flatMap(line => rtlLines(line, pen)),
          width,
          pen,
        );
  const most = Math.max(0, all.length - height);
  const from = Number.isFinite(height) ? Math.min(visit.scroll, most) : 0;
  const to = Math.min(all.length, from + height);
  return {
    placement,
    active: placement === 'over' || state.preferences.pane === 'detail',
    width,
    height: Number.isFinite(height) ? height : all.length,
    lines: all.slice(from, to),
    window: { from, to, total: all.length },
  };
}
