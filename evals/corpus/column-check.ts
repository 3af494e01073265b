import type { JsonValue } from '../../core/json.ts';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import type { TableDeclaration } from '../policy/index.ts';
import { STUB_EMBEDDER } from '../retrieve/stub-embedder.ts';
import type { ColumnType } from '../store/port.ts';
import {
  declaredFault,
  dimensionsOf,
  instantFault,
  isVector,
  type ObservedType,
  observe,
  vectorFault,
  wrongType,
} from './cell-check.ts';
import type { CorpusFile } from './open-file.ts';
import type { CellFault } from './row-fault.ts';

/** Judges one cell; what it remembers of a column is the column's own. */
export type CellCheck = (cell: JsonValue, line: number) => CellFault | undefined;

/** Columns that the harness keeps beside the data of a row. */
export const MARK_COLUMNS = ['_modality', '_lang', '_provenance', '_prompt_hash'] as const;
export const EMBEDDING = 'embedding';

/** The check of a column that is no data: a mark, or a name that the harness reserves. */
export function underscoreCheck(column: string): CellCheck {
  if (column === '_provenance') return cell => declaredFault('json', cell);
  if (MARK_COLUMNS.some(mark => mark === column)) return cell => declaredFault('string', cell);
  const found = 'a column that begins with an underscore';
  return () => ({ reason: 'reserved', found, want: `only ${MARK_COLUMNS.join(', ')} may` });
}

/** The check of a declared type, and of what the declaration uses the column for. */
export function declaredCheck(column: string, type: ColumnType, declaration: TableDeclaration): CellCheck {
  const byUse = checkOfUse(column, declaration);
  // An unreadable available_time hides its row from bounded reads and refuses nothing (evaluate.md 6.4).
  const readable = column === declaration.availableTime && (type === 'timestamp' || type === 'date');
  return (cell, line) => declaredFault(readable ? 'string' : type, cell) ?? byUse(cell, line);
}

/**
 * The check of a column whose type the whole file tells. Integer and number meet as number; any other mix
 * throws StoreSchemaIncompatible. `settle` is called with each new type.
 */
export function observedCheck(
  column: string,
  declaration: TableDeclaration,
  file: CorpusFile,
  settle: (type: ObservedType) => void,
): CellCheck {
  const byUse = checkOfUse(column, declaration);
  let seen: { readonly type: ObservedType; readonly line: number } | undefined;
  return (cell, line) => {
    if (cell === null) return undefined;
    const type = observe(cell);
    if (typeof type !== 'string') return type;
    if (seen?.type !== type) {
      const met = seen === undefined ? type : meet(seen.type, type);
      if (met === undefined) throw incompatible(declaration.name, column, file, seen, { type, line });
      if (met !== seen?.type) {
        seen = { type: met, line };
        settle(met);
      }
    }
    return byUse(cell, line);
  };
}

/**
 * The check of `embedding`, and of rows without it: they get the stub's vector. All vectors of a table have
 * the dimension of the first.
 */
export function createEmbeddingCheck(declaration: TableDeclaration) {
  const type = declaration.columns[EMBEDDING];
  const declared = type !== undefined && isVector(type) ? dimensionsOf(type) : undefined;
  let first: { readonly dimensions: number; readonly line: number } | undefined;
  const sameAsFirst = (dimensions: number, line: number, found: string): CellFault | undefined => {
    first ??= { dimensions, line };
    if (first.dimensions === dimensions) return undefined;
    return {
      reason: 'dimension',
      found,
      want: `${first.dimensions} dimensions, as in line ${first.line}, or null`,
    };
  };
  const present: CellCheck = (cell, line) => {
    if (cell === null) return undefined;
    const fault = vectorFault(cell, declared);
    if (fault !== undefined || !Array.isArray(cell)) return fault;
    return sameAsFirst(cell.length, line, `${cell.length} dimensions`);
  };
  const absent = (line: number): CellFault | undefined =>
    sameAsFirst(STUB_EMBEDDER.dim, line, `no embedding, so one of ${STUB_EMBEDDER.dim} dimensions`);
  return { present, absent };
}

function checkOfUse(column: string, declaration: TableDeclaration): CellCheck {
  const { validTime, deleteColumn, orderBy, columns } = declaration;
  if (column === validTime?.from || column === validTime?.to) {
    return cell => (columns[column] === 'date' ? undefined : instantFault(cell));
  }
  if (column === deleteColumn) return cell => declaredFault('boolean', cell);
  if (column !== orderBy) return () => undefined;
  return cell =>
    cell !== null && typeof cell === 'object'
      ? wrongType(cell, 'a text, number or boolean to order by')
      : undefined;
}

function meet(a: ObservedType, b: ObservedType): ObservedType | undefined {
  const numeric = (type: ObservedType) => type === 'integer' || type === 'number';
  return numeric(a) && numeric(b) ? 'number' : undefined;
}

type Seen = { readonly type: ObservedType; readonly line: number };

function incompatible(
  table: string,
  column: string,
  file: CorpusFile,
  seen: Seen | undefined,
  now: Seen,
): Refusal {
  const types = [seen ?? now, now];
  const found = types.map(({ type, line }) => `${type} in line ${line}`).join(', ');
  return refuse('StoreSchemaIncompatible', {
    message: `column \`${column}\` of table \`${table}\` holds types that do not meet`,
    place: { file: file.shown, line: now.line, path: column },
    found,
    want: 'one type per column; integer and number meet as number, null fits all',
    facts: { table, column, file: file.shown, types: types.map(({ type, line }) => ({ type, line })) },
  });
}
