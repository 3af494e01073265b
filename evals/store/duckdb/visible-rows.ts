import type { TableSchema } from '../port.ts';

/**
 * The rows that one reader sees, in memory: a row's place is its number among them in final order (evaluate.md 9.5:
 * table and run id by code point, then row sequence), so a table's places are a range and equal scores are decided
 * by place alone. Columns are by place.
 */
export type VisibleRows = {
  readonly size: number;
  readonly tables: readonly VisibleTable[];
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

/** One visible row as the engine gives it; null where it has none. */
export type VisibleLine = readonly [
  ord: number,
  rid: number,
  tbl: number,
  run: number,
  seq: number,
  length: number | null,
  twin: number | null,
  instant: bigint | null,
  dated: bigint,
];

/** `landed`: rows of the store, above every `rid` and `ord`; the lines come in any order. */
export function arrangeRows(
  lines: readonly VisibleLine[],
  opened: readonly Pick<VisibleTable, 'number' | 'schema'>[],
  landed: number,
): VisibleRows {
  const size = lines.length;
  const ordered = orderedLines(lines, landed);
  const rows = {
    size,
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
  ordered.forEach(([, rid, tbl, run, seq, length, twin, instant, dated], place) => {
    rows.places[rid] = place;
    rows.rids[place] = rid;
    rows.tableAt[place] = positions.get(tbl) ?? -1;
    rows.lengths[place] = length ?? -1;
    rows.twins[place] = twin ?? -1;
    rows.runs[place] = run;
    rows.seqs[place] = seq;
    rows.instants[place] = instant ?? 0n;
    rows.isDated[place] = instant === null ? 0 : 1;
    rows.dates[place] = dated;
  });
  return { ...rows, tables: rangesOf(opened, rows) };
}

/** By `ord`, which is dense: counting is faster than comparing. */
function orderedLines(lines: readonly VisibleLine[], landed: number): readonly VisibleLine[] {
  const at = new Int32Array(landed).fill(-1);
  lines.forEach(([ord], index) => {
    at[ord] = index;
  });
  const ordered: VisibleLine[] = [];
  for (const index of at) {
    const line = index < 0 ? undefined : lines[index];
    if (line !== undefined) ordered.push(line);
  }
  return ordered;
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
