import { type SymbolSet, safe } from '../../core/safe-text.ts';
import { cells, padEnd } from '../../tui/text/cells.ts';
import { truncateEnd } from '../../tui/text/truncate.ts';

/** A case on one line: where it is written, its id, and what is to be said of it. */
export type CaseRow = { readonly place: string; readonly id: string; readonly why?: string };

const INDENT = '  ';

/**
 * Rows with aligned columns. What does not fit goes from the right: the words first; then an id stands on its own
 * line below its place. A place is never cut, so that it can be opened.
 */
export function caseRows(rows: readonly CaseRow[], columns: number, symbols: SymbolSet): readonly string[] {
  const shown = rows.map(({ place, id, why = '' }) => ({
    place: safe(place, symbols),
    id: safe(id, symbols),
    why,
  }));
  const placeWidth = widest(shown.map(({ place }) => place));
  const idWidth = widest(shown.map(({ id }) => id));
  const besides = INDENT.length * 2 + placeWidth;
  if (besides + idWidth > columns) {
    const room = Math.max(8, columns - INDENT.length * 2);
    return shown.flatMap(({ place, id }) => [INDENT + place, `${INDENT}${INDENT}${truncateEnd(id, room)}`]);
  }
  const withWhy = besides + idWidth + INDENT.length + widest(shown.map(({ why }) => why)) <= columns;
  return shown.map(({ place, id, why }) =>
    [INDENT + padEnd(place, placeWidth), padEnd(id, idWidth), withWhy ? why : ''].join(INDENT).trimEnd(),
  );
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(cells));
}
