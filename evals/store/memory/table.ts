import type { Refusal } from '../../../core/refusal.ts';
import type { Nanoseconds } from '../../../core/time.ts';
import { refuse } from '../../../spec/refusals.ts';
import { type Analyzer, type DocumentTerms, loadAnalyzer } from '../../retrieve/analyzers.ts';
import { foldTable, type Interval } from '../fold.ts';
import type { LandingStamp, LandRow, TableSchema } from '../port.ts';

/** A landed row with what was stored once for every session. */
export type StoredRow = {
  readonly schema: TableSchema;
  readonly row: LandRow;
  readonly stamp: LandingStamp;
  /** What lexical scoring reads; null where the row has no snippet. */
  readonly document: DocumentTerms | null;
};

/** One table: its rows in order of landing, and every run that landed it. */
export type MemoryTable = {
  readonly schema: TableSchema;
  readonly analyzer: Analyzer;
  readonly rows: readonly StoredRow[];
  readonly landings: readonly LandingStamp[];
};

/** A version of a row and the time in which it is the one of its chain. */
export type StoredVersion = { readonly stored: StoredRow; readonly interval: Interval };

/** Rows that the whole store holds at most; a full scan over more is a mistake, not a measurement. */
export const MEMORY_ROWS = 20_000;

/** Adds one landing to a table. room: rows that the store still takes; one more refuses and nothing is kept. */
export async function landTable(
  known: MemoryTable | undefined,
  schema: TableSchema,
  rows: AsyncIterable<LandRow>,
  stamp: LandingStamp,
  room: number,
): Promise<MemoryTable> {
  const analyzer = await loadAnalyzer(schema.analyzer);
  const landed: StoredRow[] = [];
  for await (const row of rows) {
    if (landed.length >= room) throw tooManyRows();
    const document = row.snippet === null ? null : analyzer.documentTerms(row.snippet);
    landed.push({ schema, row, stamp, document });
  }
  return {
    schema,
    analyzer,
    rows: [...(known?.rows ?? []), ...landed],
    landings: [...(known?.landings ?? []), stamp],
  };
}

/** The versions of a table over the runs committed by an instant; null = over all runs (evaluate.md 6.3). */
export function versionsOf(table: MemoryTable, landedAsOf: Nanoseconds | null): readonly StoredVersion[] {
  const committed = (stamp: LandingStamp) => landedAsOf === null || stamp.ingestedNs <= landedAsOf;
  const rows = table.rows.filter(({ stamp }) => committed(stamp));
  const intervals = foldTable(rows, table.landings.filter(committed), table.schema.declaration);
  return rows.flatMap((stored, position) => {
    const interval = intervals[position] ?? null;
    return interval === null ? [] : [{ stored, interval }];
  });
}

function tooManyRows(): Refusal {
  return refuse('StoreEngineUnsupported', {
    message: `the memory store holds at most ${MEMORY_ROWS} rows`,
    found: `more than ${MEMORY_ROWS} rows`,
    want: 'the store duckdb, which has no such limit',
    hint: 'run with --store duckdb',
  });
}
