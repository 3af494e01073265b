import type { RowReference, WrittenReference } from './types.ts';

/** Reads `table#key`, split at the last `#`, or `[table, key]`; undefined unless both parts hold text. */
export function parseReference(written: string | readonly string[]): RowReference | undefined {
  if (typeof written !== 'string') {
    const [table = '', key = '', ...rest] = written;
    return table === '' || key === '' || rest.length > 0 ? undefined : [table, key];
  }
  const at = splitPoint(written);
  return at < 0 ? undefined : [written.slice(0, at), written.slice(at + 1)];
}

/** Where a text reference splits: its last `#`, with text on both sides; -1 where there is none such. */
export function splitPoint(written: string): number {
  const at = written.lastIndexOf('#');
  return at > 0 && at < written.length - 1 ? at : -1;
}

/** Text, unless the key holds `#`. */
export function writtenForm([table, key]: RowReference): WrittenReference {
  return key.includes('#') ? [table, key] : `${table}#${key}`;
}

/** A text that is equal for equal pairs only, for use as a key of a Map or Set. */
export function rowIdentity(reference: RowReference): string {
  return JSON.stringify(reference);
}

/** An entry of `must_cite`: a row, or with key null any row of the table. */
export function parseCitation(
  written: WrittenReference,
): readonly [table: string, key: string | null] | undefined {
  if (typeof written === 'string' && !written.includes('#'))
    return written === '' ? undefined : [written, null];
  return parseReference(written);
}

/**
 * The pair that a text reference most likely meant: its own split names no declared table, another one does.
 * Undefined when there is no doubt. The array form of the answer is the hint.
 */
export function doubtfulSplit(
  written: WrittenReference,
  tables: ReadonlySet<string>,
): RowReference | undefined {
  if (typeof written !== 'string') return undefined;
  const own = parseReference(written);
  if (own === undefined || tables.has(own[0])) return undefined;
  for (let at = written.indexOf('#'); at >= 0; at = written.indexOf('#', at + 1)) {
    const key = written.slice(at + 1);
    if (key !== '' && tables.has(written.slice(0, at))) return [written.slice(0, at), key];
  }
  return undefined;
}
