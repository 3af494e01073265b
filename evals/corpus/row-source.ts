import { isJsonObject } from '../../core/json.ts';
import { type JsonFault, readJsonLineBatches } from '../../core/strict-json/index.ts';
import type { TableDeclaration } from '../policy/index.ts';
import { csvRows } from './csv-rows.ts';
import { gunzipped } from './gunzipped.ts';
import type { RowFile, RowFormat } from './layout.ts';
import { type CorpusFile, readBlocks } from './open-file.ts';
import { parquetFileRows } from './parquet-file.ts';
import { rowInvalid } from './row-fault.ts';
import type { RowBatches, SourceRow } from './source-row.ts';

type RowReader = (file: CorpusFile, declaration: TableDeclaration) => RowBatches;

/**
 * Rows of a file in file order, a batch at a time, whatever its format. Reads through one descriptor and
 * refuses EvalRowInvalid for what is not readable, EvalInputChanged for a file that changed.
 */
export function readRows({ format, file }: RowFile, declaration: TableDeclaration): RowBatches {
  return READERS[format](file, declaration);
}

const READERS: Record<RowFormat, RowReader> = {
  jsonl: file => jsonRows(file, readBlocks(file)),
  'jsonl.gz': file => jsonRows(file, gunzipped(file)),
  csv: csvRows,
  parquet: parquetFileRows,
};

async function* jsonRows(file: CorpusFile, bytes: AsyncIterable<Uint8Array>): RowBatches {
  for await (const lines of readJsonLineBatches(bytes)) {
    const rows: SourceRow[] = [];
    for (const { line, fault, ...read } of lines) {
      if (fault !== undefined) throw jsonFault(file, line, fault);
      if (!('value' in read) || !isJsonObject(read.value)) throw notAnObject(file, line);
      rows.push({ line, cells: read.value });
    }
    yield rows;
  }
}

function jsonFault(file: CorpusFile, line: number, fault: JsonFault) {
  const { reason, path, found, expected, byte } = fault;
  return rowInvalid(file, {
    line,
    reason,
    found,
    want: expected,
    byte,
    ...(path === '' ? {} : { column: path }),
  });
}

function notAnObject(file: CorpusFile, line: number) {
  return rowInvalid(file, {
    line,
    reason: 'type',
    found: 'a value that is no object',
    want: 'one JSON object per line',
  });
}
