import type { FileHandle } from 'node:fs/promises';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { Refusal } from '../../core/refusal.ts';
import type { TableDeclaration } from '../policy/index.ts';
import { isVector } from './cell-check.ts';
import { noJson, typedCell } from './csv-rows.ts';
import { type CorpusFile, readOpened } from './open-file.ts';
import { rowInvalid } from './row-fault.ts';
import type { RowBatches, SourceRow } from './source-row.ts';

/**
 * Rows of a Parquet file; `line` is the row's number. Texts in columns declared as json or vector hold JSON,
 * for Parquet writers have no type of their own for it. Loads the engine.
 */
export function parquetFileRows(file: CorpusFile, declaration: TableDeclaration): RowBatches {
  return readOpened(file, handle => rowsOf(handle, file, declaration));
}

async function* rowsOf(handle: FileHandle, file: CorpusFile, declaration: TableDeclaration): RowBatches {
  const { parquetRows } = await import('../store/duckdb/parquet-rows.ts');
  let line = 0;
  try {
    // By its descriptor: the engine must read the file that was checked.
    for await (const { columns, rows } of parquetRows(`/dev/fd/${handle.fd}`)) {
      const batch: SourceRow[] = [];
      for (const row of rows) {
        line += 1;
        const cells: { [name: string]: JsonValue } = Object.create(null);
        for (const [index, column] of columns.entries()) {
          const cell = row[index] ?? { json: null };
          if ('unserved' in cell) throw unserved(file, line, column, cell.unserved);
          const json = textAsJson(column, cell.json, declaration);
          if (json === undefined) throw noJson(file, line, column);
          cells[column] = json;
        }
        batch.push({ line, cells: cells satisfies JsonObject });
      }
      yield batch;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : unreadable(file, line + 1, error);
  }
}

function textAsJson(column: string, cell: JsonValue, { columns }: TableDeclaration): JsonValue | undefined {
  const type = columns[column];
  if (typeof cell !== 'string' || type === undefined) return cell;
  return type === 'json' || isVector(type) ? typedCell(cell, type) : cell;
}

function unserved(file: CorpusFile, line: number, column: string, type: string) {
  const want = 'text, numbers, booleans, instants, dates, lists and structs';
  return rowInvalid(file, { line, column, reason: 'parquet', found: `a column of type ${type}`, want });
}

function unreadable(file: CorpusFile, line: number, error: unknown) {
  const found =
    error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/'\/dev\/fd\/\d+'/, 'it') : '';
  return rowInvalid(file, { line, reason: 'parquet', found, want: 'a whole Parquet file' });
}
