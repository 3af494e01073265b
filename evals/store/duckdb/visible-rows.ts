import type { TableSchema } from '../port.ts';

/**
 * The rows that one reader sees, in memory: a row's place is its number among them in final order (evaluate.md 9.5:
 * table and run id by code point, then row sequence), so a table's places are a range and equal scores are decided
 * by place alone. Columns are by place.
 */
export type VisibleRows = {
  readonly size: number;
  readonly tables: readonly VisibleTable[];
  /** All places, ascending. */
  readonly every: Int32Array;
  /** By `rid`; −1 = not visible. */
  readonly places: Int32Array;
  readonly rids: Int32Array;
  /** Position among `tables`. */
  readonly tableAt: Int32Array;
  /** −1 = no snippet. */
  readonly lengths: Int32Array;
  /** The same number for rows of one table with one content hash; −1 = none. */
  readonly twins: Int32Array;
  /** Order of landing: number of the run among all, then sequence within the run. */
  readonly runs: Int32Array;
  readonly seqs: Int32Array;
  /** What the recency window tests, where `isDated`. */
  readonly instants: BigInt64Array;
  readonly isDated: Uint8Array;
  /** What orders rows when nothing has a score. */
  readonly dates: BigInt64Array;
};

/** A table of which the session may see rows: those from `first` to before `end`. */
export type VisibleTable = {
  readonly number: number;
  readonly schema: TableSchema;
  readonly first: number;
  readonly end: number;
  /** Rows with a snippet and the sum of their lengths. */
  readonly documents: number;
  readonly totalLength: number;
  /** Places of the rows without one. */
  readonly textless: Int32Array;
};

/** Some of the rows as the engine gives them, in any order. `ords` ascend in final order; −1 and 0 stand for null. */
export type VisibleBlock = Pick<
  VisibleRows,
  'rids' | 'lengths' | 'twins' | 'runs' | 'seqs' | 'instants' | 'dates'
> & {
  readonly ords: Int32Array;
  readonly tables: Int32Array;
  readonly isDated: Int32Array;
};

/** `landed`: rows of the store, above every `rid` and `ord`. */
export function arrangeRows(
  blocks: readonly VisibleBlock[],
  opened: readonly Pick<VisibleTable, 'number' | 'schema'>[],
  landed: number,
): VisibleRows {
  const { size, placeOf } = finalPlaces(blocks, landed);
  const rows = {
    size,
    every: Int32Array.from({ length: size }, (_, place) => place),
    places: new Int32Array(landed).fill(-1),
    rids: new Int32Array(size),
    tableAt: new Int32Array(size),
    lengths: new Int32Array(size),
    twins: new Int32Array(size),
    runs: new Int32Array(size),
    seqs: new Int32Array(size),
    instants: new BigInt64Array(size),
    isDated: new Uint8Array(size),
    dates: new BigInt64Array(size),
  };
  const positions = new Map(opened.map(({ number }, position) => [number, position]));
  for (const block of blocks) {
    for (let line = 0; line < block.ords.length; line += 1) {
      const place = placeOf[block.ords[line] ?? -1] ?? -1;
      const rid = block.rids[line] ?? -1;
      rows.places[rid] = place;
      rows.rids[place] = rid;
      rows.tableAt[place] = positions.get(block.tables[line] ?? -1) ?? -1;
      rows.lengths[place] = block.lengths[line] ?? -1;
      rows.twins[place] = block.twins[line] ?? -1;
      rows.runs[place] = block.runs[line] ?? 0;
      rows.seqs[place] = block.seqs[line] ?? 0;
      rows.instants[place] = block.instants[line] ?? 0n;
      rows.isDated[place] = block.isDated[line] ?? 0;
      rows.dates[place] = block.dates[line] ?? 0n;
    }
  }
  return { ...rows, tables: rangesOf(opened, rows) };
}

/** Places by `ord`, which is dense: counting is faster than comparing. */
function finalPlaces(
  blocks: readonly VisibleBlock[],
  landed: number,
): { readonly size: number; readonly placeOf: Int32Array } {
  const placeOf = new Int32Array(landed).fill(-1);
  for (const { ords } of blocks) {
    for (let line = 0; line < ords.length; line += 1) placeOf[ords[line] ?? 0] = 0;
  }
  let size = 0;
  for (let ord = 0; ord < landed; ord += 1) {
    if (placeOf[ord] !== 0) continue;
    placeOf[ord] = size;
    size += 1;
  }
  return { size, placeOf };
}

function rangesOf(
  opened: readonly Pick<VisibleTable, 'number' | 'schema'>[],
  { size, tableAt, lengths }: Pick<VisibleRows, 'size' | 'tableAt' | 'lengths'>,
): readonly VisibleTable[] {
  const found = opened.map(({ number, schema }) => ({
    number,
    schema,
    first: 0,
    end: 0,
    documents: 0,
    totalLength: 0,
    bare: [] as number[],
  }));
  for (let place = 0; place < size; place += 1) {
    const table = found[tableAt[place] ?? -1];
    if (table === undefined) continue;
    if (table.end === 0) table.first = place;
    table.end = place + 1;
    const length = lengths[place] ?? -1;
    if (length < 0) table.bare.push(place);
    else {
      table.documents += 1;
      table.totalLength += length;
    }
  }
  return found.map(({ bare, ...table }) => ({ ...table, textless: Int32Array.from(bare) }));
}
