import type { Refusal } from '../../core/refusal.ts';
import type { JsonFaultReason } from '../../core/strict-json/fault.ts';
import { refuse } from '../../spec/refusals.ts';
import type { CorpusFile } from './open-file.ts';

/** Reasons of evaluate.md 3.5 and 4.4; `csv`, `gzip` and `parquet` are damage of those formats. */
export type RowReason =
  | JsonFaultReason
  | 'type'
  | 'reserved'
  | 'big-integer'
  | 'instant'
  | 'dimension'
  | 'empty-key'
  | 'csv'
  | 'gzip'
  | 'parquet';

/** What is wrong with one cell. Texts name kinds, never content: the session may not be allowed to see it. */
export type CellFault = { readonly reason: RowReason; readonly found: string; readonly want: string };

export type RowFault = CellFault & {
  readonly line: number;
  readonly column?: string;
  readonly byte?: number;
  readonly hint?: string;
};

/** The refusal of a row: `line` counts from 1; in Parquet it is the row's number. */
export function rowInvalid(file: CorpusFile, fault: RowFault): Refusal {
  const { line, column, reason, found, want, hint } = fault;
  const where = column === undefined ? '' : `, column \`${column}\``;
  return refuse('EvalRowInvalid', {
    message: `row ${file.shown}:${line}${where} is refused: ${REASONS[reason]}`,
    place: { file: file.shown, line, ...(column === undefined ? {} : { path: column }) },
    found,
    want,
    ...(hint === undefined ? {} : { hint }),
    facts: {
      file: file.shown,
      line,
      column: column ?? null,
      reason,
      ...(fault.byte === undefined ? {} : { byte: fault.byte }),
    },
  });
}

const REASONS: Record<RowReason, string> = {
  json: 'it is not JSON',
  'duplicate-member': 'a member stands twice',
  'non-finite': 'a number is not finite',
  encoding: 'it is not clean UTF-8',
  surrogate: 'it holds half a surrogate pair',
  depth: 'it nests too deep',
  size: 'it is too large',
  type: 'a value has the wrong type',
  reserved: 'the column name is reserved',
  'big-integer': 'an integer is beyond what a double holds exactly',
  instant: 'an instant can not be read',
  dimension: 'a vector has the wrong dimension',
  'empty-key': 'its key is empty',
  csv: 'it is not RFC 4180',
  gzip: 'the compressed stream is damaged',
  parquet: 'the Parquet file can not be read',
};
