import type { Refusal } from '../../core/refusal.ts';
import { parseBound } from '../../core/time.ts';
import { refuse } from '../../spec/refusals.ts';
import type { TableDeclaration } from '../policy/index.ts';
import type { ColumnType } from '../store/port.ts';
import {
  type CellCheck,
  createEmbeddingCheck,
  declaredCheck,
  EMBEDDING,
  observedCheck,
  underscoreCheck,
} from './column-check.ts';
import { cellOf, createKeyLedger, hasNoKey, rowKey } from './keys.ts';
import type { CorpusFile } from './open-file.ts';
import { rowInvalid } from './row-fault.ts';
import type { SourceRow } from './source-row.ts';

/** A table of more columns than this is a mistake, and would cost memory without end. */
const MAX_COLUMNS = 4096;

/** What the rows of a table have shown so far. */
export type RowJudge = {
  /** Refuses EvalRowInvalid, StoreSchemaIncompatible, EvalRowKeyAmbiguous. */
  readonly judge: (row: SourceRow) => void;
  readonly rows: () => number;
  /** Rows whose `available_time` is null or unreadable: no bounded read sees them. */
  readonly unavailable: () => number;
  /** Data columns, declared or seen, with their types. */
  readonly columns: () => ReadonlyMap<string, ColumnType>;
};

export function createRowJudge(declaration: TableDeclaration, file: CorpusFile): RowJudge {
  const columns = new Map<string, ColumnType>(Object.entries(declaration.columns));
  columns.delete(EMBEDDING);
  const checks = new Map<string, CellCheck>();
  const embedding = createEmbeddingCheck(declaration);
  const judgeKey = createKeyJudge(declaration, file);
  let rows = 0;
  let unavailable = 0;

  const newCheck = (column: string, line: number): CellCheck => {
    if (checks.size === MAX_COLUMNS) throw tooManyColumns(file, line);
    if (column.startsWith('_')) return underscoreCheck(column);
    if (column === EMBEDDING) return embedding.present;
    const type = declaration.columns[column];
    if (type !== undefined) return declaredCheck(column, type, declaration);
    // Until a cell tells its type, a column of nulls is json: it gives no text and fits every null.
    columns.set(column, 'json');
    return observedCheck(column, declaration, file, observed => columns.set(column, observed));
  };

  const judge = ({ line, cells }: SourceRow): void => {
    rows += 1;
    for (const [column, cell] of Object.entries(cells)) {
      let check = checks.get(column);
      if (check === undefined) {
        check = newCheck(column, line);
        checks.set(column, check);
      }
      const fault = check(cell, line);
      if (fault !== undefined) throw rowInvalid(file, { ...fault, line, column });
    }
    const dimensionFault = Object.hasOwn(cells, EMBEDDING) ? undefined : embedding.absent(line);
    if (dimensionFault !== undefined) throw rowInvalid(file, { ...dimensionFault, line, column: EMBEDDING });
    judgeKey({ line, cells });
    if (availableInstant(declaration, cells) === null) unavailable += 1;
  };

  return { judge, rows: () => rows, unavailable: () => unavailable, columns: () => columns };
}

/** When a row's fact could first be known; null where the cell is null or no instant, or the table tells no time. */
export function availableInstant(
  { availableTime }: TableDeclaration,
  cells: SourceRow['cells'],
): bigint | null {
  const cell = availableTime === null ? null : cellOf(cells, availableTime);
  return typeof cell === 'string' ? (parseBound(cell) ?? null) : null;
}

function createKeyJudge(declaration: TableDeclaration, file: CorpusFile): RowJudge['judge'] {
  const { primaryKey, name } = declaration;
  if (primaryKey.length === 0) return () => undefined;
  const mixed = primaryKey.filter(column => declaration.columns[column] === 'json');
  const ledger = createKeyLedger(primaryKey, new Set(mixed));
  return ({ line, cells }) => {
    if (hasNoKey(primaryKey, cells)) {
      const want = `a value in ${primaryKey.join(', ')}`;
      throw rowInvalid(file, {
        line,
        column: primaryKey[0] ?? '',
        reason: 'empty-key',
        found: 'no key',
        want,
      });
    }
    const earlier = ledger(rowKey(primaryKey, cells), cells, line);
    if (earlier !== undefined) throw ambiguous(name, file, earlier, line);
  };
}

function ambiguous(table: string, file: CorpusFile, first: number, second: number): Refusal {
  return refuse('EvalRowKeyAmbiguous', {
    message: `two different keys of table \`${table}\` join to one text`,
    place: { file: file.shown, line: second },
    found: `the rows in lines ${first} and ${second}`,
    want: 'keys that stay different when their values are joined with a comma',
    facts: { table, file: file.shown, lines: [first, second] },
  });
}

function tooManyColumns(file: CorpusFile, line: number): Refusal {
  const want = `at most ${MAX_COLUMNS} columns in a table`;
  return rowInvalid(file, {
    line,
    reason: 'size',
    found: 'one column more',
    want,
    hint: 'put rare members into one json column',
  });
}
