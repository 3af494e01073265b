import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { parseStrictJson } from '../../core/strict-json/index.ts';
import type { TableDeclaration } from '../policy/index.ts';
import type { ColumnType } from '../store/port.ts';
import { isVector } from './cell-check.ts';
import { cleanText } from './clean-text.ts';
import type { CorpusFile } from './open-file.ts';
import { rowInvalid } from './row-fault.ts';
import type { RowBatches, SourceRow } from './source-row.ts';

const MAX_RECORD_BYTES = 16 << 20;
const BATCH_ROWS = 1024;

/**
 * Rows of a CSV file by RFC 4180 with a header; LF or CRLF, blank lines skipped, an unquoted empty field is
 * null. Fields are text unless their column is declared; json and vector columns hold JSON.
 */
export async function* csvRows(file: CorpusFile, declaration: TableDeclaration): RowBatches {
  let header: readonly Column[] | undefined;
  let batch: SourceRow[] = [];
  // The line on which the next record begins: a quoted field may span lines.
  let line = 1;
  for await (const { fields, lines } of records(file)) {
    if (header === undefined) header = headerOf(fields, declaration, file);
    else batch.push({ line, cells: cellsOf(fields, header, file, line) });
    line = lines + 1;
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

type Column = { readonly name: string; readonly type: ColumnType };
type CsvRecord = { readonly fields: readonly (string | null)[]; readonly lines: number };

async function* records(file: CorpusFile): AsyncIterable<CsvRecord> {
  const parser = parse({
    bom: true,
    info: true,
    record_delimiter: ['\r\n', '\n'],
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
    cast: (text, { quoting }) => (text === '' && !quoting ? null : text),
  });
  const source = Readable.from(cleanText(file));
  source.on('error', error => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser) yield { fields: record, lines: info.lines };
  } catch (error) {
    throw error instanceof CsvError ? csvFault(file, error) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function headerOf(
  fields: readonly (string | null)[],
  declaration: TableDeclaration,
  file: CorpusFile,
): readonly Column[] {
  const names = fields.map(field => field ?? '');
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    const want = 'each column once in the header';
    throw rowInvalid(file, {
      line: 1,
      column: repeated,
      reason: 'duplicate-member',
      found: 'a repeated column',
      want,
    });
  }
  return names.map(name => ({ name, type: declaredType(name, declaration) }));
}

function declaredType(name: string, declaration: TableDeclaration): ColumnType {
  const declared = declaration.columns[name];
  if (declared !== undefined) return declared;
  return name === 'embedding' ? 'json' : 'string';
}

function cellsOf(
  fields: readonly (string | null)[],
  header: readonly Column[],
  file: CorpusFile,
  line: number,
): JsonObject {
  const cells: { [name: string]: JsonValue } = Object.create(null);
  for (const [index, { name, type }] of header.entries()) {
    const field = fields[index] ?? null;
    const cell = field === null ? null : typedCell(field, type);
    if (cell === undefined) throw noJson(file, line, name);
    cells[name] = cell;
  }
  return cells;
}

/**
 * The cell that a text means. Text that is no number or boolean stays text, for the check of types to name;
 * undefined: it should be JSON and is not.
 */
export function typedCell(text: string, type: ColumnType): JsonValue | undefined {
  if (type === 'integer' || type === 'number') return numberOf(text) ?? text;
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  if (type !== 'json' && !isVector(type)) return text;
  const parsed = parseStrictJson(text);
  return parsed.fault === undefined ? parsed.value : undefined;
}

export function noJson(file: CorpusFile, line: number, column: string) {
  const want = 'JSON, as the column is declared';
  return rowInvalid(file, { line, column, reason: 'json', found: 'a text that is no JSON', want });
}

/** Numbers as JSON writes them; the words for what is not finite are understood, so that they can be refused as such. */
function numberOf(text: string): number | undefined {
  if (/^[+-]?(?:nan|inf|infinity)$/i.test(text)) return Number.NaN;
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  return Number(text) || 0;
}

function csvFault(file: CorpusFile, error: CsvError) {
  const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : 1;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return rowInvalid(file, { line, reason: 'size', found: 'a longer record', want: 'at most 16 MiB' });
  }
  return rowInvalid(file, {
    line,
    reason: 'csv',
    found: CSV_FAULTS.get(error.code) ?? error.code,
    want: 'RFC 4180',
  });
}

const CSV_FAULTS: ReadonlyMap<string, string> = new Map([
  ['CSV_RECORD_INCONSISTENT_FIELDS_LENGTH', 'another number of fields than the header has'],
  ['CSV_QUOTE_NOT_CLOSED', 'a quoted field without its end'],
  ['CSV_INVALID_CLOSING_QUOTE', 'text after a closing quote'],
  ['INVALID_OPENING_QUOTE', 'a quote inside an unquoted field'],
]);
