import { isUtf8Locale } from '../../core/locale.ts';

/** `braille` is utf8 with curves as rasters of dots (tui-cli.md 16). */
export type SymbolChoice = 'ascii' | 'utf8' | 'braille';

/** The signs around our words. Each takes one cell in every set, so that a set never changes a layout. */
export type Symbols = {
  /** Before the row of the cursor. */
  readonly cursor: string;
  /** Before a row that is marked. */
  readonly marked: string;
  /** Where a text was cut, or a row is not there yet. */
  readonly ellipsis: string;
  /** A figure that is missing. */
  readonly missing: string;
  readonly dash: string;
  /** Between the steps of the breadcrumb. */
  readonly crumb: string;
  /** Between facts of one line. */
  readonly dot: string;
  readonly divider: string;
  /** Beside or above the detail while keys move in it. */
  readonly activeDivider: string;
  /** Behind the title of the column that a list is sorted by. */
  readonly ascending: string;
  readonly descending: string;
  readonly rule: string;
  readonly activeRule: string;
};

/** The signs of a set. Outcomes have theirs in tui/text/metric-cell.ts, charts in tui/chart. */
export function symbols(set: SymbolChoice): Symbols {
  return set === 'ascii' ? ASCII : UTF8;
}

const UTF8: Symbols = {
  cursor: '▸',
  marked: '+',
  ellipsis: '…',
  missing: '–',
  dash: '—',
  crumb: '›',
  dot: '·',
  divider: '│',
  activeDivider: '┃',
  ascending: '↑',
  descending: '↓',
  rule: '─',
  activeRule: '━',
};

const ASCII: Symbols = {
  cursor: '>',
  marked: '+',
  ellipsis: '~',
  missing: '-',
  dash: '-',
  crumb: '>',
  dot: '|',
  divider: '|',
  activeDivider: '#',
  ascending: '^',
  descending: 'v',
  rule: '-',
  activeRule: '=',
};

export type SymbolWish = {
  readonly symbols: SymbolChoice | 'auto';
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly screenReader: boolean;
  /** The terminal gives ambiguous characters two cells: only ASCII keeps columns straight. */
  readonly wideAmbiguous: boolean;
};

/** The set to draw with. An ambiguous width of two beats even a wish. */
export function chooseSymbols({ symbols: wish, env, screenReader, wideAmbiguous }: SymbolWish): SymbolChoice {
  if (wideAmbiguous) return 'ascii';
  if (wish !== 'auto') return wish;
  if (env['TERM'] === 'linux' || !isUtf8Locale(env)) return 'ascii';
  const isRich = (env['COLORTERM'] ?? '') !== '';
  return isRich && !screenReader ? 'braille' : 'utf8';
}
