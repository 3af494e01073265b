import { bindingsWith, type Scope } from '../bindings.ts';
import { fitColumns } from '../layout/columns.ts';
import { type FrameClass, frameClass } from '../layout/frame-class.ts';
import { viewportTop } from '../layout/viewport.ts';
import type { State, Visit } from '../state/state.ts';
import { cells } from '../text/cells.ts';
import { truncateEnd } from '../text/truncate.ts';
import { type Symbols, symbols } from '../theme/symbols.ts';
import { fitLine, lineCells, wrapAll } from './fit.ts';
import { footerHints, type Hint } from './hints.ts';
import { type OverlayView, overlayView } from './overlay-view.ts';
import type { Line, Pen, Span } from './pen.ts';
import { shortRuns } from './run-name.ts';
import type { Cell, Column, ListSource, Row, Screen } from './screen.ts';

/** Rows of the terminal; null: as many as there are, for printing. */
export type FrameSize = { readonly columns: number; readonly rows: number | null };

export type FrameRow = {
  readonly index: number;
  readonly id: string;
  readonly marked: boolean;
  readonly cursor: boolean;
  readonly muted: boolean;
  /** In the order of the columns, each cut to its width. Empty: the row still loads. */
  readonly cells: readonly FrameCell[];
};

export type FrameCell = {
  readonly line: Line;
  readonly raw: number | string | null | undefined;
  readonly cursor: boolean;
};

export type FrameList = {
  readonly width: number;
  readonly columns: readonly {
    readonly id: string;
    readonly title: Line;
    readonly width: number;
    readonly sorted: 'asc' | 'desc' | null;
  }[];
  readonly rows: readonly FrameRow[];
  readonly window: { readonly from: number; readonly to: number; readonly total: number };
  readonly progress: string | undefined;
};

export type FrameDetail = {
  readonly placement: 'right' | 'below' | 'over';
  readonly width: number;
  readonly height: number;
  /** Lines of the window. */
  readonly lines: readonly Line[];
  readonly window: { readonly from: number; readonly to: number; readonly total: number };
};

/** The view model of a screen, cut to its window (tui-cli.md 11): plain data that every output draws. */
export type Frame = {
  readonly kind: FrameClass;
  readonly size: FrameSize;
  readonly link: string;
  readonly crumbs: readonly string[];
  readonly badge: readonly Span[];
  readonly why: readonly Line[];
  readonly tabs: readonly { readonly id: string; readonly label: string; readonly active: boolean }[];
  readonly head: readonly Line[];
  readonly list: FrameList | null;
  readonly detail: FrameDetail | null;
  /** In the place of a list without rows. */
  readonly empty: readonly Line[];
  readonly draft: {
    readonly text: string;
    readonly caret: number;
    readonly fault: string | undefined;
  } | null;
  readonly filter: string | undefined;
  readonly notice: { readonly text: string; readonly tone: 'info' | 'warn' | 'bad' } | null;
  readonly footer: readonly Hint[];
  readonly overlay: OverlayView | null;
};

export type FrameInput = {
  readonly screen: Screen;
  readonly state: State;
  readonly visit: Visit;
  readonly size: FrameSize;
  readonly pen: Pen;
  readonly scopes: readonly Scope[];
  readonly filter: string | undefined;
  readonly filterFault: string | undefined;
  readonly choices: readonly string[];
};

const WHY_LINES = 2;
const TABS_FROM_ROWS = 20;
const PREVIEW_FROM_ROWS = 30;

/** Lays a screen out for a size. Pure; cost depends on the window, never on the number of rows. */
export function composeFrame(input: FrameInput): Frame {
  const { screen, state, size, pen } = input;
  const kind =
    size.rows === null
      ? frameClass({ columns: size.columns, rows: 1000 })
      : frameClass({ columns: size.columns, rows: size.rows });
  const rows = size.rows ?? Number.POSITIVE_INFINITY;
  const why = firstLines(screen.why(size.columns), size.rows === null ? null : WHY_LINES);
  const tabs =
    rows >= TABS_FROM_ROWS ? screen.tabs.map(tab => ({ ...tab, active: tab.id === screen.tab })) : [];
  const headLines = wrapAll(screen.head(size.columns), size.columns, pen);
  const editing = state.draft !== null || input.filter !== undefined || state.notice !== null;
  const fixed = 1 + why.length + (tabs.length > 0 ? 1 : 0) + (editing ? 1 : 0) + 1;
  const head =
    size.rows === null ? headLines : headLines.slice(0, Math.max(0, Math.floor((rows - fixed) / 2)));
  const height = Math.max(1, rows - fixed - head.length);
  const body = layBody(input, kind, height);
  return {
    kind,
    size,
    link: input.visit.link,
    crumbs: screen.crumbs,
    badge: screen.badge,
    why,
    tabs,
    head,
    ...body,
    empty: screen.list.total === 0 ? wrapAll(screen.empty, size.columns - 2, pen) : [],
    draft:
      state.draft === null
        ? null
        : { text: state.draft.text, caret: state.draft.caret, fault: input.filterFault },
    filter: input.filter,
    notice: state.notice,
    footer: footerHints(
      state,
      input.visit.link,
      screen,
      bindingsWith(state.preferences.keymap),
      size.columns,
    ),
    overlay: state.overlay === null ? null : overlayView(state, input.choices, input.scopes, size, pen),
  };
}

type Body = { readonly list: FrameList | null; readonly detail: FrameDetail | null };

function layBody(input: FrameInput, kind: FrameClass, height: number): Body {
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
export function listHeight(height: number): number {
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
  for (let index = from; index < to; index += 1) rows.push(layRow(list, index, input, fitted));
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

function layRow(list: ListSource, index: number, input: FrameInput, columns: readonly Fitted[]): FrameRow {
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
    cells: columns.map(({ column, width }) => {
      const made = row.cells[column.id];
      const cell: Cell = made === undefined ? { spans: [] } : typeof made === 'function' ? made(width) : made;
      return {
        line: fitLine(cell.spans, width, pen, { align: column.align, cut: column.cut }),
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
  const { screen, visit, pen } = input;
  const all =
    screen.detail === undefined ? [] : wrapAll(screen.detail(visit.cursor, visit.column, width), width, pen);
  const most = Math.max(0, all.length - height);
  const from = Number.isFinite(height) ? Math.min(visit.scroll, most) : 0;
  const to = Math.min(all.length, from + height);
  return {
    placement,
    width,
    height: Number.isFinite(height) ? height : all.length,
    lines: all.slice(from, to),
    window: { from, to, total: all.length },
  };
}

/** The last line that is shown holds what is left, so that its cut says that there is more. */
function firstLines(lines: readonly Line[], most: number | null): readonly Line[] {
  if (most === null || lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), lines.slice(most - 1).flat()];
}

/** The way to this screen: whole, with short runs, then without its beginning. */
export function crumbText(crumbs: readonly string[], room: number, { crumb, ellipsis }: Symbols): string {
  const separator = ` ${crumb} `;
  const short = crumbs.map(shortRuns);
  const bare = short.map(text => text.replace(/ vs .*/, ''));
  const tails = (way: readonly string[]): readonly (readonly string[])[] =>
    way.slice(1).map((_, index) => [ellipsis, ...way.slice(index + 1)]);
  const ways = [crumbs, short, bare, ...tails(bare)];
  const texts = ways.map(way => way.join(separator));
  return texts.find(text => cells(text) <= room) ?? bare.at(-1) ?? '';
}

export { lineCells };
