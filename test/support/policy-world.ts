import type { JsonObject } from '../../core/json.ts';
import {
  parsePredicate,
  type Session,
  type TableDeclaration,
  type TablePolicy,
} from '../../evals/policy/index.ts';
import type { PolicedTable } from '../../evals/policy/visibility.ts';
import type { ColumnType } from '../../evals/store/port.ts';

/** A table of notes: owner, team, level; with whatever policy the test is about. */
export function notesTable(
  policy: Partial<TablePolicy> = {},
  declared: Partial<TableDeclaration> = {},
  columns: { readonly [name: string]: ColumnType } = { owner: 'string', team: 'string', level: 'integer' },
): PolicedTable {
  const declaration: TableDeclaration = {
    name: 'kb/notes',
    primaryKey: [],
    orderBy: null,
    writeMode: 'append',
    columns,
    availableTime: null,
    validTime: null,
    deleteColumn: null,
    tenantColumn: null,
    contentHashColumn: null,
    partitionBy: [],
    clusterBy: [],
    role: null,
    edge: null,
    class: null,
    subjectId: null,
    indexes: [],
    policy: { zoneAllow: null, rows: null, columns: {}, ...policy },
    ...declared,
  };
  return {
    name: declaration.name,
    declaration,
    columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
  };
}

export function rowsPolicy(
  predicate: string,
  exceptions: readonly { readonly when: string; readonly predicate: string }[] = [],
): TablePolicy['rows'] {
  return {
    predicate: predicateOf(predicate),
    exceptions: exceptions.map(exception => ({
      when: parsePredicate(exception.when, { table: 'kb/notes', columns: [] }),
      predicate: predicateOf(exception.predicate),
    })),
  };
}

export function predicateOf(text: string) {
  return parsePredicate(text, { table: 'kb/notes', columns: null });
}

export function sessionOf(changes: Partial<Session> = {}): Session {
  return {
    agent: 'agent://a',
    zone: 'on-prem:hq',
    subject: { agent: 'agent://a' },
    tenant: null,
    tables: null,
    rows: null,
    rowLimit: null,
    ...changes,
  };
}

export const NOTES: readonly JsonObject[] = [
  { owner: 'agent://a', team: 'ops', level: 3 },
  { owner: 'agent://b', team: 'ops', level: 4 },
  { owner: null, team: 'sec', level: 5 },
];
