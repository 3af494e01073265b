import type { SymbolSet } from '../../core/safe-text.ts';
import { cells, eachGrapheme, graphemes } from './cells.ts';

/** One cell in either set, so that a text is cut at the same place. */
const ELLIPSIS: Readonly<Record<SymbolSet, string>> = { utf8: '…', ascii: '~' };

/** Cuts prose at a grapheme border so that it fits `width` cells, with `…` (ASCII `~`) in its last cell. */
export function truncateEnd(text: string, width: number, set: SymbolSet = 'utf8'): string {
  if (fits(text, width)) return text;
  return width < 1 ? '' : head(text, width - 1) + ELLIPSIS[set];
}

/** Cuts the middle out of an id, path or digest; the first half gets the odd cell. */
export function truncateMiddle(text: string, width: number, set: SymbolSet = 'utf8'): string {
  if (fits(text, width)) return text;
  if (width < 1) return '';
  const room = width - 1;
  const tailRoom = Math.floor(room / 2);
  return head(text, room - tailRoom) + ELLIPSIS[set] + tail(text, tailRoom);
}

/** Of a text that is far too long only the beginning is looked at. */
function fits(text: string, width: number): boolean {
  return text.length <= LONG ? cells(text) <= width : head(text, width).length === text.length;
}

function head(text: string, room: number): string {
  let taken = '';
  let used = 0;
  for (const part of eachGrapheme(text)) {
    used += cells(part);
    if (used > room) break;
    taken += part;
  }
  return taken;
}

function tail(text: string, room: number): string {
  let taken = '';
  let used = 0;
  for (const part of graphemes(text.slice(-Math.max(LONG, room * LONGEST_GRAPHEME))).toReversed()) {
    used += cells(part);
    if (used > room) break;
    taken = part + taken;
  }
  return taken;
}

const LONG = 1024;
/** UTF-16 units, with all marks that safe text leaves on a grapheme. */
const LONGEST_GRAPHEME = 64;
