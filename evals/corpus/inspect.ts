import { compareCodePoints } from '../../core/code-points.ts';
import { shutColumns, type TableDeclaration } from '../policy/index.ts';
import { snippetColumns } from '../retrieve/snippet.ts';
import { dateColumnOf } from '../retrieve/window.ts';
import type { AnalyzerName, ColumnType, TableSchema } from '../store/port.ts';
import type { CorpusTable, CorpusWarning } from './corpus.ts';
import { checkPolicyColumns, unknownColumnWarnings } from './policy-columns.ts';
import { createRowJudge, type RowJudge } from './row-judge.ts';
import { readRows } from './row-source.ts';

/** A table whose whole file was read and found good. */
export type InspectedTable = {
  readonly table: CorpusTable;
  readonly schema: TableSchema;
  readonly rows: number;
  /** Rows that no read bounded by `available_as_of` sees. */
  readonly unavailable: number;
  readonly warnings: readonly CorpusWarning[];
};

/**
 * The first pass over a table: checks every row, settles the columns, and keeps no row. Refuses
 * EvalRowInvalid, EvalRowKeyAmbiguous, StoreSchemaIncompatible, EvalInputChanged, and for a policy that names
 * a column which nothing has EnforcePredicateOutsideGrammar or EvalDeclarationInvalid.
 */
export async function inspectTable(table: CorpusTable, signal?: AbortSignal): Promise<InspectedTable> {
  const { declaration, rowFile } = table;
  if (rowFile === null) {
    const columns = new Map(Object.entries(declaration.columns));
    return { table, schema: schemaOf(declaration, columns), rows: 0, unavailable: 0, warnings: [] };
  }
  const judge = createRowJudge(declaration, rowFile.file);
  for await (const rows of readRows(rowFile, declaration)) {
    signal?.throwIfAborted();
    rows.forEach(judge.judge);
  }
  const columns = judge.columns();
  if (judge.rows() > 0) checkPolicyColumns(table, columns);
  const warnings = [
    ...unknownColumnWarnings(table, columns, judge.rows()),
    ...unavailableWarnings(table, judge),
  ];
  const schema = schemaOf(declaration, columns);
  return { table, schema, rows: judge.rows(), unavailable: judge.unavailable(), warnings };
}

function schemaOf(declaration: TableDeclaration, types: ReadonlyMap<string, ColumnType>): TableSchema {
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
