/** The one decision module: nothing else decides what a session sees (evaluate.md 5). */
export { type Admission, admitCredential } from './admit.ts';
export type {
  AnalyzerName,
  ColumnType,
  IndexDeclaration,
  TableDeclaration,
  TablePolicy,
} from './declaration.ts';
export { grantsTable } from './grants.ts';
export { policyModule, requirePolicyModule } from './module-digest.ts';
export { parsePredicate } from './parse-predicate.ts';
export type { Predicate } from './predicate.ts';
export { projectCells, shutColumns } from './projection.ts';
export type { Session } from './session.ts';
export type { BoundSql, Dialect } from './sql-fragment.ts';
export { undeclaredTable } from './undeclared-table.ts';
export { type Visibility, visibilityOf } from './visibility.ts';
export { checkZonePatterns } from './zones.ts';
