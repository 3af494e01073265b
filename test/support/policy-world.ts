import type { JsonObject } from '../../core/json.ts';
import {
  parsePredicate,
  type Session,
  type TableDeclaration,
  type TablePolicy,
  undeclaredTable,
} from '../../evals/policy/index.ts';
import type { PolicedTable } from '../../evals/policy/visibility.ts';
import type { ColumnType } from '../../evals/store/port.ts';

/** A table of notes: owner, team, level; with whatever policy the test is about. */
export function notesTable(
  policy: Partial<TablePolicy> = {},
  declared: Partial<TableDeclaration> = {},
  columns: { readonly [name: string]: ColumnType } = { owner: 'string', team: 'string', level: 'integer' },
): PolicedTable {
  const undeclared = undeclaredTable('kb/notes');
  const declaration: TableDeclaration = {
    ...undeclared,
    columns,
    policy: { ...undeclared.policy, ...policy },
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
