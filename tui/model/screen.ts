import type { ColumnSpec } from '../layout/columns.ts';
import type { Token } from '../theme/tokens.ts';
import type { Line, Span } from './pen.ts';

/** One field of a row: what is shown, and the number or text behind it for JSON output and copying. */
export type Cell = {
  readonly spans: readonly Span[];
  readonly raw?: number | string | null;
  /** What is heard in its place; absent: the text itself. */
  readonly spoken?: string;
};

export type Column = ColumnSpec & {
  readonly title: string;
  /** Numbers stand at the right. */
  readonly align?: 'end';
  /** Ids, paths and digests lose their middle, prose its end. */
  readonly cut?: 'middle';
};

export type Row = {
  /** By column id. A cell may be made for the width that it got. */
  readonly cells: { readonly [column: string]: Cell | ((width: number) => Cell) };
  readonly id: string;
  /** A row that tells about the one above it, or a heading: the cursor still stops there. */
  readonly muted?: true;
};

/** What actions work on: plain data about the row under the cursor, so that interactions can be replayed. */
export type Focus = {
  /** Link that `enter` opens. */
  readonly link?: string;
  /** What `y` copies: the original text. */
  readonly value?: string;
  /** Filter that `=` adds. */
  readonly filter?: string;
  /** Stable name of the row, for marks. */
  readonly id?: string;
  /** Where `E` opens the editor. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
};

export type ListSource = {
  readonly columns: readonly Column[];
  readonly total: number;
  /** Rows that are there; those that still load are undefined. */
  readonly row: (index: number) => Row | undefined;
  readonly focus: (index: number, column: number) => Focus;
  /** Columns among which `h` and `l` move. Absent: the list has no column cursor. */
  readonly grid?: readonly string[];
  /** Ordinal of a row's id in this list, to follow it through a filter; -1 where it is not in it. */
  readonly indexOf?: (id: string) => number;
  /** Id of a row, loaded or not. */
  readonly idAt?: (index: number) => string | undefined;
  /** Said below the list while it is not whole. */
  readonly progress?: string;
};

/** A pane beside, below or above the list, made for its width. */
export type Pane = (width: number) => readonly Line[];

export type Tab = { readonly id: string; readonly label: string };

/** Everything that a screen says, before it is cut to a window. Functions are called for what is seen only. */
export type Screen = {
  readonly crumbs: readonly string[];
  readonly badge: readonly Span[];
  readonly why: Pane;
  readonly tabs: readonly Tab[];
  readonly tab: string | undefined;
  /** Fixed text above the list. */
  readonly head: Pane;
  readonly list: ListSource;
  readonly detail: ((index: number, column: number, width: number) => readonly Line[]) | undefined;
  /** Keys by which the list can be sorted, in the order of its grid columns. */
  readonly sortKeys: readonly string[];
  /** What the list is sorted by. */
  readonly sorted?: { readonly column: string; readonly descending: boolean } | undefined;
  /** Legs that `L` goes through, the first at the left. */
  readonly legs?: readonly string[];
  /** In the place of an empty list: why it is empty and what helps. */
  readonly empty: readonly Line[];
  /** Said in the place of the screen while data is on its way. */
  readonly waiting: string | undefined;
};

export type MarkLetter = 'G' | 'F' | 'D' | 'W' | 'P';

export const markTokens = {
  G: 'gold',
  F: 'forbidden',
  D: 'duplicate',
  W: 'stale',
  P: 'bad',
} as const satisfies Record<MarkLetter, Token>;
