import type { Digest } from '../../core/digest.ts';
import type { Leg } from '../store/port.ts';

/** Identity of a row: the pair, compared as a pair and never as joined text. */
export type RowId = { readonly table: string; readonly key: string };

/** A returned row. score: only equal or not equal matters here, for ties. */
export type Row = RowId & { readonly in_window: boolean; readonly score?: number };

/** A returned edge row; triple: its three end columns, which a truth triple matches. */
export type EdgeRow = {
  readonly id: string;
  readonly triple?: readonly [source: string, relation: string, target: string];
};

/** What one call came back with; error: a short reason such as `leg_refused` or `timeout`. */
export type LegRead<R> = { readonly rows: readonly R[] } | { readonly error: string };

/** Tokens and money of one case; bucket: its corpus size against the context window (evaluate.md 14). */
export type CaseSystems = { readonly tokens: number; readonly cost: number | null; readonly bucket: string };

/** What was read for one case, rows in rank order (scoring.md 2). */
export type CaseRead = {
  readonly id: string;
  /** 1-based line of the case in its file. */
  readonly line: number;
  readonly digest: Digest;
  readonly legs: { readonly [leg in Leg]?: LegRead<Row> };
  /** Present when the run has an edge surface and the case has edge truth. */
  readonly edges?: { readonly [leg in Leg]?: LegRead<EdgeRow> };
  /** Reasons beyond our own why an asked-for figure has no value, such as `no_dates`. */
  readonly unscored?: readonly string[];
  /** Wall time of the case's ranked calls. */
  readonly latencyMs?: number;
  readonly systems?: CaseSystems;
};

/** What a case says should come back. Lists may repeat members; they are sets. */
export type CaseTruth = {
  readonly tags: readonly string[];
  readonly artifacts: readonly RowId[];
  /** An edge id, or the three end columns. */
  readonly edges: readonly (string | readonly [source: string, relation: string, target: string])[];
  readonly mustNotRetrieve: readonly RowId[];
  /** A row, or any row of a table. */
  readonly mustCite: readonly (RowId | { readonly table: string })[];
  readonly mustAbstain: boolean;
  readonly answer: string | null;
  /** As the case gives it; null: not given. */
  readonly timeAnchor: string | null;
  readonly since: string | null;
};
