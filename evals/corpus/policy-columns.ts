import { suggest } from '../../core/suggest.ts';
import { parsePredicate, type TableDeclaration } from '../policy/index.ts';
import type { CorpusTable, CorpusWarning } from './corpus.ts';
import { invalid } from './declaration-fault.ts';

type Columns = ReadonlyMap<string, unknown>;

/**
 * Holds policies to the columns that a table turned out to have. A misspelt mask would open its column, and a
 * predicate over nothing hides every row without a word, so both refuse: EvalDeclarationInvalid and
 * EnforcePredicateOutsideGrammar.
 */
export function checkPolicyColumns(table: CorpusTable, columns: Columns): void {
  const { declaration, place } = table;
  if (place === null) return;
  const { policy, name } = declaration;
  const lineOf = (...keys: (string | number)[]) => ({
    file: place.file,
    line: place.lineOf(['policy', ...keys]),
  });
  const names = [...columns.keys()];
  if (policy.rows !== null) {
    const of = { table: name, columns: names };
    parsePredicate(policy.rows.predicate.text, { ...of, place: lineOf('rows', 'predicate') });
    for (const [index, { predicate }] of policy.rows.exceptions.entries()) {
      parsePredicate(predicate.text, { ...of, place: lineOf('rows', 'exception', index, 'predicate') });
    }
  }
  const unknown = Object.keys(policy.columns).find(column => column !== 'embedding' && !columns.has(column));
  if (unknown === undefined) return;
  const [near] = suggest(unknown, names);
  throw invalid(
    place.file,
    lineOf('columns', unknown).line,
    `policy.columns.${unknown}`,
    `table \`${name}\` has no column \`${unknown}\``,
    {
      found: 'a policy for a column that is neither declared nor in any row',
      want: 'a column of the table',
      hint:
        near === undefined
          ? 'declare the column in `columns` if its rows are yet to come'
          : `did you mean \`${near}\`?`,
    },
  );
}

/** Columns that the declaration uses and no row has; a slip of the pen does no harm there but means nothing. */
export function unknownColumnWarnings(
  table: CorpusTable,
  columns: Columns,
  rows: number,
): readonly CorpusWarning[] {
  const { place, declaration, name } = table;
  if (place === null || rows === 0) return [];
  return usedColumns(declaration)
    .filter(([, column]) => column !== 'embedding' && !columns.has(column))
    .map(([key, column]) => ({
      code: 'ColumnUnknown',
      message: `${key} of table \`${name}\` names \`${column}\`, which no row has`,
      place: { file: place.file, line: place.lineOf([key]) },
    }));
}

function usedColumns(declaration: TableDeclaration): readonly (readonly [key: string, column: string])[] {
  const { validTime, edge } = declaration;
  const single = [
    ['order_by', declaration.orderBy],
    ['available_time', declaration.availableTime],
    ['valid_time', validTime?.from ?? null],
    ['valid_time', validTime?.to ?? null],
    ['delete_column', declaration.deleteColumn],
    ['tenant_column', declaration.tenantColumn],
    ['content_hash_column', declaration.contentHashColumn],
    ['subject_id', declaration.subjectId],
    ['edge', edge?.source ?? null],
    ['edge', edge?.relation ?? null],
    ['edge', edge?.target ?? null],
  ] as const;
  const lists = [
    ['primary_key', declaration.primaryKey],
    ['partition_by', declaration.partitionBy],
    ['cluster_by', declaration.clusterBy],
    ...declaration.indexes.map(index => ['indexes', index.columns] as const),
  ] as const;
  return [
    ...single.flatMap(([key, column]) => (column === null ? [] : [[key, column] as const])),
    ...lists.flatMap(([key, names]) => names.map(column => [key, column] as const)),
  ];
}
