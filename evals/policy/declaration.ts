export type ColumnType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'json'
  | `vector(${number})`;

export type AnalyzerName = 'standard' | 'english' | 'cjk';

import type { Predicate } from './predicate.ts';

/** One `[[pipeline.tables]]` entry with its policies parsed (evaluate.md 4.3, 5). */
export type TableDeclaration = {
  readonly name: string;
  readonly primaryKey: readonly string[];
  readonly orderBy: string | null;
  readonly writeMode: 'append' | 'replace';
  readonly columns: { readonly [name: string]: ColumnType };
  readonly availableTime: string | null;
  readonly validTime: { readonly from: string; readonly to: string | null } | null;
  readonly deleteColumn: string | null;
  readonly tenantColumn: string | null;
  readonly contentHashColumn: string | null;
  readonly partitionBy: readonly string[];
  readonly clusterBy: readonly string[];
  readonly role: 'entities' | 'facts' | 'claims' | 'edges' | 'evidence' | 'cards' | null;
  readonly edge: { readonly source: string; readonly relation: string; readonly target: string } | null;
  readonly class: string | null;
  readonly subjectId: string | null;
  readonly indexes: readonly IndexDeclaration[];
  readonly policy: TablePolicy;
};

export type IndexDeclaration = {
  readonly kind: 'fulltext' | 'vector';
  readonly columns: readonly string[];
  readonly idColumn: string | null;
  readonly analyzer: AnalyzerName;
  readonly model: string | null;
  readonly dim: number | null;
};

export type TablePolicy = {
  /** Null = no zone policy declared, which means `["local:device", "on-prem:*"]`. */
  readonly zoneAllow: readonly string[] | null;
  readonly rows: RowPolicy | null;
  readonly columns: { readonly [column: string]: ColumnPolicy };
};

export type RowPolicy = {
  readonly predicate: Predicate;
  /** `when` reads `subject.*` and literals only; the first true one replaces the table's predicate. */
  readonly exceptions: readonly { readonly when: Predicate; readonly predicate: Predicate }[];
};

export type ColumnPolicy = {
  readonly zoneAllow: readonly string[] | null;
  readonly mask: boolean;
  readonly class: string | null;
};
