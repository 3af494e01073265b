import type { TableDeclaration } from './declaration.ts';

/** A table of which nothing is declared: keyless, and shut outside device and premises (evaluate.md 5.2). */
export function undeclaredTable(name: string): TableDeclaration {
  return {
    name,
    primaryKey: [],
    orderBy: null,
    writeMode: 'append',
    columns: Object.create(null),
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
    policy: { zoneAllow: null, rows: null, columns: Object.create(null) },
  };
}
