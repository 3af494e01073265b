import { bindingsWith, type Scope } from '../bindings.ts';
import { type FrameClass, frameClass } from '../layout/frame-class.ts';
import type { State, Visit } from '../state/state.ts';
import { cells } from '../text/cells.ts';
import type { Symbols } from '../theme/symbols.ts';
import { wrapAll } from './fit.ts';
import { footerHints, type Hint } from './hints.ts';
import { layBody } from './lay-body.ts';
import { type OverlayView, overlayView } from './overlay-view.ts';
import type { Line, Pen, Span } from './pen.ts';
import { rtlLines, rtlText } from './rtl.ts';
import { shortRuns } from './run-name.ts';
import type { Screen } from './screen.ts';

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
  /** Keys move in it rather than in the list. */
  readonly active: boolean;
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

/** Lays a screen out for a size. Pure; cost depends on the window, never on the number of rows. */
export function composeFrame(input: FrameInput): Frame {
  const { screen, state, size, pen } = input;
  const kind =
    size.rows === null
      ? frameClass({ columns: size.columns, rows: 1000 })
      : frameClass({ columns: size.columns, rows: size.rows });
  const rows = size.rows ?? Number.POSITIVE_INFINITY;
  const pane = (lines: readonly Line[], width: number): readonly Line[] =>
    wrapAll(
      lines.flatMap(line => rtlLines(line, pen)),
      width,
      pen,
    );
  const why = firstLines(screen.why(size.columns), size.rows === null ? null : WHY_LINES);
  const tabs =
    rows >= TABS_FROM_ROWS ? screen.tabs.map(tab => ({ ...tab, active: tab.id === screen.tab })) : [];
  const headLines = pane(screen.head(size.columns), size.columns);
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
    crumbs: screen.crumbs.map(rtlText),
    badge: screen.badge,
    why,
    tabs,
    head,
    ...body,
    empty: screen.list.total === 0 ? pane(screen.empty, size.columns - 2) : [],
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
