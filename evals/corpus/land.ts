import type { JsonObject, JsonValue } from '../../core/json.ts';
import { formatInstant, type Nanoseconds, parseDateStart, parseInstant } from '../../core/time.ts';
import { shutColumns, type TableDeclaration } from '../policy/index.ts';
import { rowShapes } from '../retrieve/row-shape.ts';
import { rowText, rowTextColumns } from '../retrieve/snippet.ts';
import type { LandRow, TableSchema } from '../store/port.ts';
import { EMBEDDING } from './column-check.ts';
import type { InspectedTable } from './inspect.ts';
import { cellOf, rowKey } from './keys.ts';
import type { RowFile } from './layout.ts';
import { readOpened } from './open-file.ts';
import { availableInstant } from './row-judge.ts';
import { readRows } from './row-source.ts';
import type { RowBatches, SourceRow } from './source-row.ts';

export type LandOptions = {
  /** Vector of a row's text, for rows that bring none (evaluate.md 8.4). */
  readonly embed: (text: string) => Float32Array;
  /** Told of each row's text, also of rows that bring their own vector. */
  readonly onText?: (text: string) => void;
  /** Aborted: reading ends with its reason. */
  readonly signal?: AbortSignal;
};

/**
 * The second pass over a table: its rows ready to land, in file order (evaluate.md 6.2). Refuses
 * EvalInputChanged when the file is no longer the one that was inspected.
 */
export async function* landRows(inspected: InspectedTable, options: LandOptions): AsyncGenerator<LandRow> {
  const { rowFile } = inspected.table;
  if (rowFile === null) return;
  const prepare = createPreparation(inspected.schema, options);
  let seq = 0;
  for await (const rows of rowsOf(inspected, rowFile)) {
    options.signal?.throwIfAborted();
    for (const { cells } of rows) {
      yield prepare(cells, seq);
      seq += 1;
    }
  }
}

/** Kept rows are those of the file only while it is the file that was read. */
function rowsOf({ table, kept }: InspectedTable, rowFile: RowFile): RowBatches {
  return kept === null ? readRows(rowFile, table.declaration) : readOpened(rowFile.file, () => each(kept));
}

async function* each(batches: readonly (readonly SourceRow[])[]): RowBatches {
  yield* batches;
}

function createPreparation(
  schema: TableSchema,
  { embed, onText }: LandOptions,
): (cells: JsonObject, seq: number) => LandRow {
  const { declaration } = schema;
  const shut = shutColumns(declaration);
  const textColumns = rowTextColumns(schema.columns, declaration.primaryKey, shut);
  const shapeOf = rowShapes(schema, shut);
  return (cells, seq) => {
    const text = rowText(textColumns, cells);
    onText?.(text);
    const key = rowKey(declaration.primaryKey, cells);
    const validFromNs = validInstant(cells, declaration.validTime?.from ?? null);
    return {
      seq,
      key,
      chain: chainOf(declaration, key, validFromNs),
      ...separated(cells),
      order: orderOf(declaration, cells),
      availableNs: availableInstant(declaration, cells),
      validFromNs,
      validToNs: validInstant(cells, declaration.validTime?.to ?? null),
      deleted: declaration.deleteColumn !== null && cellOf(cells, declaration.deleteColumn) === true,
      ...shapeOf(cells),
      embedding: Object.hasOwn(cells, EMBEDDING) ? vectorOf(cells[EMBEDDING]) : embed(text),
    };
  };
}

/** Versions of one thing: equal key and, where validity is declared, equal start of it (evaluate.md 6.3). */
function chainOf(declaration: TableDeclaration, key: string, from: Nanoseconds | null): string | undefined {
  if (declaration.primaryKey.length === 0) return undefined;
  return declaration.validTime === null ? key : JSON.stringify([key, from === null ? null : from.toString()]);
}

/** Data cells apart from the marks and the vector; most rows have neither and stay as they are. */
function separated(cells: JsonObject): { readonly cells: JsonObject; readonly marks: JsonObject } {
  const entries = Object.entries(cells);
  if (entries.every(([column]) => isData(column))) return { cells, marks: NO_MARKS };
  return {
    cells: Object.fromEntries(entries.filter(([column]) => isData(column))),
    marks: Object.fromEntries(entries.filter(([column]) => column.startsWith('_'))),
  };
}

const NO_MARKS: JsonObject = {};

function isData(column: string): boolean {
  return column !== EMBEDDING && !column.startsWith('_');
}

/** Timestamps order by instant, not by how their offset is written. */
function orderOf({ orderBy, columns }: TableDeclaration, cells: JsonObject): LandRow['order'] {
  const cell = orderBy === null ? null : (cellOf(cells, orderBy) ?? null);
  if (orderBy === null || cell === null || typeof cell === 'object') return null;
  if (columns[orderBy] !== 'timestamp' || typeof cell !== 'string') return cell;
  const instant = parseInstant(cell);
  return instant === undefined ? null : formatInstant(instant);
}

function validInstant(cells: JsonObject, column: string | null): Nanoseconds | null {
  const cell = column === null ? null : cellOf(cells, column);
  return typeof cell === 'string' ? (parseInstant(cell) ?? parseDateStart(cell) ?? null) : null;
}

function vectorOf(cell: JsonValue | undefined): Float32Array | null {
  return Array.isArray(cell) ? Float32Array.from(cell, Number) : null;
}
