/**
 * Output of the UI library where each write is a row of its own: then the rows are the frame. Undefined where writes
 * share a row, are cut or lie elsewhere; the library takes all of them to pieces then.
 */
export function wholeRows(operations, height) {
  const rows = new Array(height).fill('');
  const taken = new Set();
  for (const { type, x, y, text, transformers } of operations) {
    if (type !== 'write' || x !== 0 || y < 0 || y >= height || taken.has(y) || text.includes('\n'))
      return undefined;
    taken.add(y);
    rows[y] = transformers.reduce((line, transform) => transform(line, 0), text).trimEnd();
  }
  return { output: rows.join('\n'), height };
}
