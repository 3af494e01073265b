import { compareCodePoints } from '../../core/code-points.ts';
import { shutColumns, type TableDeclaration } from '../policy/index.ts';
import { snippetColumns } from '../retrieve/snippet.ts';
import { dateColumnOf } from '../retrieve/window.ts';
import type { AnalyzerName, ColumnType, TableSchema } from '../store/port.ts';
import type { CorpusTable, CorpusWarning } from './corpus.ts';
import { checkPolicyColumns, unknownColumnWarnings } from './policy-columns.ts';
import { createRowJudge, type RowJudge } from './row-judge.ts';
import { readRows } from './row-source.ts';
import type { SourceRow } from './source-row.ts';

/** A table whose whole file was read and found good. */
export type InspectedTable = {
  readonly table: CorpusTable;
  readonly schema: TableSchema;
  readonly rows: number;
  /** Rows that no read bounded by `available_as_of` sees. */
  readonly unavailable: number;
  readonly warnings: readonly CorpusWarning[];
  /** The rows themselves where the file is small, so that landing need not read it again. */
  readonly kept: readonly (readonly SourceRow[])[] | null;
};

/** Of one corpus together: parsed they take about four times as much. */
export const KEPT_BYTES = 48 << 20;

export type InspectOptions = {
  /** Aborted: reading ends with its reason. */
  readonly signal?: AbortSignal;
  /** Size of the largest file whose rows are kept; none when absent. */
  readonly keepBytes?: number;
};

/**
 * The first pass over a table: checks every row and settles the columns. Refuses
 * EvalRowInvalid, EvalRowKeyAmbiguous, StoreSchemaIncompatible, EvalInputChanged, and for a policy that names
 * a column which nothing has EnforcePredicateOutsideGrammar or EvalDeclarationInvalid.
 */
export async function inspectTable(
  table: CorpusTable,
  { signal, keepBytes = -1 }: InspectOptions = {},
): Promise<InspectedTable> {
  const { declaration, rowFile } = table;
  if (rowFile === null) {
    const columns = new Map(Object.entries(declaration.columns));
    return {
      table,
      schema: tableSchema(declaration, columns),
      rows: 0,
      unavailable: 0,
      warnings: [],
      kept: [],
    };
  }
  const judge = createRowJudge(declaration, rowFile.file);
  const kept = isKept(table, keepBytes) ? ([] as (readonly SourceRow[])[]) : null;
  for await (const rows of readRows(rowFile, declaration)) {
    signal?.throwIfAborted();
    rows.forEach(judge.judge);
    kept?.push(rows);
  }
  const columns = judge.columns();
  if (judge.rows() > 0) checkPolicyColumns(table, columns);
  const warnings = [
    ...unknownColumnWarnings(table, columns, judge.rows()),
    ...unavailableWarnings(table, judge),
  ];
  const schema = tableSchema(declaration, columns);
  return { table, schema, rows: judge.rows(), unavailable: judge.unavailable(), warnings, kept };
}

/** Packed formats are read twice: their size tells nothing of what they unpack to. */
function isKept({ rowFile, bytes }: CorpusTable, keepBytes: number): boolean {
  return bytes <= keepBytes && (rowFile?.format === 'jsonl' || rowFile?.format === 'csv');
}

/** The schema of a table with these columns, declared or seen. */
export function tableSchema(
  declaration: TableDeclaration,
  types: ReadonlyMap<string, ColumnType>,
): TableSchema {
  const columns = [...types]
    .filter(([name]) => name !== 'embedding')
    .map(([name, type]) => ({ name, type }))
    .sort((a, b) => compareCodePoints(a.name, b.name));
  const shut = shutColumns(declaration);
  return {
    name: declaration.name,
    declaration,
    columns,
    snippetColumns: snippetColumns(columns, new Set([...shut, ...declaration.partitionBy])),
    analyzer: analyzerOf(declaration),
    dateColumn: dateColumnOf(columns, shut),
  };
}

/** The analyzer of a table's full-text index, `standard` without one (evaluate.md 8). */
export function analyzerOf(declaration: TableDeclaration): AnalyzerName {
  return declaration.indexes.find(index => index.kind === 'fulltext')?.analyzer ?? 'standard';
}

function unavailableWarnings(table: CorpusTable, judge: RowJudge): readonly CorpusWarning[] {
  const { availableTime } = table.declaration;
  const hidden = judge.unavailable();
  if (availableTime === null || hidden === 0 || table.rowFile === null) return [];
  const message = `${hidden} of ${judge.rows()} rows of \`${table.name}\` have no readable \`${availableTime}\`: no bounded read sees them`;
  return [{ code: 'AvailableTimeUnreadable', message, place: { file: table.rowFile.file.shown } }];
}
