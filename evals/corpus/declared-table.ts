import type { Place } from '../../core/refusal.ts';
import {
  checkZonePatterns,
  parsePredicate,
  type TableDeclaration,
  type TablePolicy,
} from '../policy/index.ts';
import type { ColumnType } from '../store/port.ts';
import { invalid, type TomlPath } from './declaration-fault.ts';
import type { TableEntry } from './declaration-schema.ts';

/** Lines of the keys of one `[[pipeline.tables]]` entry. */
export type EntryPlace = { readonly file: string; readonly lineOf: (path: TomlPath) => number };

/**
 * The declaration that an entry means, with its policies parsed. Where `columns` are declared, predicates may
 * name only those; else that is checked once the columns are known (`checkPolicyColumns`).
 */
export function declaredTable(entry: TableEntry, at: EntryPlace): TableDeclaration {
  checkColumnNames(entry, at);
  checkOpenKey(entry, at);
  checkOneAnalyzer(entry, at);
  return {
    name: entry.name,
    primaryKey: entry.primary_key,
    orderBy: entry.order_by ?? null,
    writeMode: entry.write_mode,
    columns: recordOf(entry.columns ?? new Map<string, ColumnType>()),
    availableTime: entry.available_time ?? null,
    validTime:
      entry.valid_time === undefined
        ? null
        : { from: entry.valid_time.from, to: entry.valid_time.to ?? null },
    deleteColumn: entry.delete_column ?? null,
    tenantColumn: entry.tenant_column ?? null,
    contentHashColumn: entry.content_hash_column ?? null,
    partitionBy: entry.partition_by,
    clusterBy: entry.cluster_by,
    role: entry.role ?? null,
    edge: entry.edge ?? null,
    class: entry.class ?? null,
    subjectId: entry.subject_id ?? null,
    indexes: entry.indexes.map(index => ({
      kind: index.kind,
      columns: index.columns ?? (index.column === undefined ? [] : [index.column]),
      idColumn: index.id_column ?? null,
      analyzer: index.analyzer ?? 'standard',
      model: index.model ?? null,
      dim: index.dim === undefined ? null : Number(index.dim),
    })),
    policy: tablePolicy(entry, at),
  };
}

function tablePolicy(entry: TableEntry, at: EntryPlace): TablePolicy {
  const { policy } = entry;
  const columns = entry.columns === undefined ? null : [...entry.columns.keys()];
  const place = (...keys: (string | number)[]): Place => ({
    file: at.file,
    line: at.lineOf(['policy', ...keys]),
  });
  const table = entry.name;
  const zoneAllow = policy?.zone?.allow ?? null;
  if (zoneAllow !== null) checkZonePatterns(zoneAllow, { table, place: place('zone', 'allow') });
  const rows = policy?.rows;
  return {
    zoneAllow,
    rows:
      rows === undefined
        ? null
        : {
            predicate: parsePredicate(rows.predicate, { table, columns, place: place('rows', 'predicate') }),
            exceptions: rows.exception.map(({ when, predicate }, index) => ({
              when: parsePredicate(when, {
                table,
                columns: [],
                place: place('rows', 'exception', index, 'when'),
              }),
              predicate: parsePredicate(predicate, {
                table,
                columns,
                place: place('rows', 'exception', index, 'predicate'),
              }),
            })),
          },
    columns: columnPolicies(entry, place),
  };
}

function columnPolicies(entry: TableEntry, place: (...keys: string[]) => Place): TablePolicy['columns'] {
  const policies = new Map<string, TablePolicy['columns'][string]>();
  for (const [column, policy] of entry.policy?.columns ?? []) {
    const zoneAllow = policy.zone?.allow ?? null;
    if (zoneAllow !== null) {
      checkZonePatterns(zoneAllow, {
        table: entry.name,
        column,
        place: place('columns', column, 'zone', 'allow'),
      });
    }
    policies.set(column, { zoneAllow, mask: policy.mask, class: policy.class ?? null });
  }
  return recordOf(policies);
}

function checkColumnNames(entry: TableEntry, at: EntryPlace): void {
  for (const [column, type] of entry.columns ?? []) {
    const line = at.lineOf(['columns', column]);
    if (column.startsWith('_')) {
      throw invalid(at.file, line, `columns.${column}`, `column \`${column}\` begins with an underscore`, {
        want: 'a name that does not begin with _: such columns are the harness\u2019s own',
      });
    }
    if (column === 'embedding' && !type.startsWith('vector(')) {
      throw invalid(at.file, line, 'columns.embedding', 'column `embedding` is no vector', {
        found: type,
        want: 'vector(N)',
      });
    }
  }
  const repeated = entry.primary_key.find((column, index) => entry.primary_key.indexOf(column) !== index);
  if (repeated !== undefined) {
    throw invalid(
      at.file,
      at.lineOf(['primary_key']),
      'primary_key',
      `key column \`${repeated}\` stands twice`,
      {
        want: 'each column once',
      },
    );
  }
}

/** Every reference to a row, in answers, reports and journals, shows its key. */
function checkOpenKey(entry: TableEntry, at: EntryPlace): void {
  const policies = entry.policy?.columns;
  const shut = entry.primary_key.find(column => {
    const policy = policies?.get(column);
    return policy !== undefined && (policy.mask || policy.class !== undefined || policy.zone !== undefined);
  });
  if (shut === undefined) return;
  throw invalid(
    at.file,
    at.lineOf(['policy', 'columns', shut]),
    `policy.columns.${shut}`,
    `key column \`${shut}\` of table \`${entry.name}\` has a policy of its own`,
    {
      found: 'a mask, a class or a zone on a column of primary_key',
      want: 'a key that may be shown: each reference to a row shows it',
      hint: 'key the table by a column that says nothing, and mask this one',
    },
  );
}

/** A table has one snippet, so its full-text indexes agree on how its words are told apart. */
function checkOneAnalyzer(entry: TableEntry, at: EntryPlace): void {
  const fulltext = entry.indexes.filter(index => index.kind === 'fulltext');
  const other = fulltext.find(
    index => (index.analyzer ?? 'standard') !== (fulltext[0]?.analyzer ?? 'standard'),
  );
  if (other === undefined) return;
  const index = entry.indexes.indexOf(other);
  throw invalid(
    at.file,
    at.lineOf(['indexes', index]),
    `indexes.${index}.analyzer`,
    `table \`${entry.name}\` names two analyzers`,
    {
      want: 'one analyzer per table',
    },
  );
}

/** Column names come from outside: `__proto__` is one like any other. */
function recordOf<T>(entries: ReadonlyMap<string, T>): { readonly [name: string]: T } {
  const record: { [name: string]: T } = Object.create(null);
  for (const [name, value] of entries) record[name] = value;
  return record;
}
