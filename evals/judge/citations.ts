import { parseReference, rowIdentity } from '../case/reference.ts';
import type { RowId } from '../score/read.ts';

const INNERMOST = /\[([^[\]]*)\]/g;
const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g;

/**
 * Citations of a reader's reply: every innermost `[…]` that parses as a row label, in order, repeats dropped.
 * Rows that were never returned stay and count.
 */
export function citationsOf(reply: string): RowId[] {
  const found = new Map<string, RowId>();
  for (const [, label = ''] of reply.matchAll(INNERMOST)) {
    const row = parseReference(label.trim());
    if (row === undefined) continue;
    const cited = { table: decodeEscapes(row[0]), key: decodeEscapes(row[1]) };
    const identity = rowIdentity([cited.table, cited.key]);
    if (!found.has(identity)) found.set(identity, cited);
  }
  return [...found.values()];
}

/** Decodes percent escapes; those that make no UTF-8 stay as they stand. */
function decodeEscapes(part: string): string {
  return part.replace(ESCAPES, escapes => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
