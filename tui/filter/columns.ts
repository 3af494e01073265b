import type { FieldValue } from './truth.ts';

/** The values of one field by row ordinal, in the form in which an index holds them. */
export type ValueColumn =
  /** NaN is missing. */
  | { readonly kind: 'numbers'; readonly values: Float64Array }
  /** A code per row into a list of distinct values. */
  | { readonly kind: 'words'; readonly codes: Uint32Array; readonly words: readonly FieldValue[] }
  /**
   * `fold`ed UTF-8 of all rows one behind the other; row i is `bytes[starts[i], starts[i + 1])`
   * and has its text even where it is empty. What needs the text as it
   * was written takes `at`.
   */
  | {
      readonly kind: 'folded';
      readonly bytes: Buffer;
      readonly starts: Float64Array | Uint32Array;
      readonly at: (ordinal: number) => FieldValue;
    }
  | { readonly kind: 'values'; readonly at: (ordinal: number) => FieldValue };

export type FlagColumn =
  /** 0 no, 1 yes, 2 unknown. */
  | { readonly kind: 'bytes'; readonly values: Uint8Array }
  | { readonly kind: 'values'; readonly at: (ordinal: number) => boolean | null };

/** A column that is not there is missing in every row. */
export type FilterColumns = {
  readonly field: (name: string) => ValueColumn | undefined;
  readonly flag: (name: string) => FlagColumn | undefined;
};

/** One row of a list. What the row lacks is null. */
export type FieldReader = {
  readonly field: (name: string) => FieldValue;
  readonly flag: (name: string) => boolean | null;
};

export type RowReader = (ordinal: number) => FieldReader;

export function columnsOfRows(row: RowReader): FilterColumns {
  return {
    field: name => ({ kind: 'values', at: ordinal => row(ordinal).field(name) }),
    flag: name => ({ kind: 'values', at: ordinal => row(ordinal).flag(name) }),
  };
}

export function valueAt(column: ValueColumn | undefined, ordinal: number): FieldValue {
  if (column === undefined) return null;
  if (column.kind === 'numbers') return column.values[ordinal] ?? null;
  if (column.kind === 'words') return column.words[column.codes[ordinal] ?? -1] ?? null;
  return column.at(ordinal);
}
