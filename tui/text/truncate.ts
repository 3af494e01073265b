import type { SymbolSet } from '../../core/safe-text.ts';
import { cells, graphemes } from './cells.ts';

/** One cell in either set, so that a text is cut at the same place. */
const ELLIPSIS: Readonly<Record<SymbolSet, string>> = { utf8: '…', ascii: '~' };

/** Cuts prose at a grapheme border so that it fits `width` cells, with `…` (ASCII `~`) in its last cell. */
export function truncateEnd(text: string, width: number, set: SymbolSet = 'utf8'): string {
  if (cells(text) <= width) return text;
  if (width < 1) return '';
  return head(graphemes(text), width - 1) + ELLIPSIS[set];
}

/** Cuts the middle out of an id, path or digest; the first half gets the odd cell. */
export function truncateMiddle(text: string, width: number, set: SymbolSet = 'utf8'): string {
  if (cells(text) <= width) return text;
  if (width < 1) return '';
  const parts = graphemes(text);
  const room = width - 1;
  const tailRoom = Math.floor(room / 2);
  return head(parts, room - tailRoom) + ELLIPSIS[set] + tail(parts, tailRoom);
}

function head(parts: readonly string[], room: number): string {
  let taken = '';
  let used = 0;
  for (const part of parts) {
    used += cells(part);
    if (used > room) break;
    taken += part;
  }
  return taken;
}

function tail(parts: readonly string[], room: number): string {
  let taken = '';
  let used = 0;
  for (const part of parts.toReversed()) {
    used += cells(part);
    if (used > room) break;
    taken = part + taken;
  }
  return taken;
}
