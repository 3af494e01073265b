import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { LoadedCase } from '../case/types.ts';
import type { JudgedCase } from '../judge/judged-case.ts';
import type { Outcome } from '../score/outcome.ts';
import type { CaseRead, CaseSystems, EdgeRow, LegRead, Row } from '../score/read.ts';
import { LEGS, type Leg } from '../store/port.ts';
import { GOLDEN_FAULTS, type GoldenTally } from './golden-watch.ts';

/** A returned row in the journal: table, key, in-window flag, fused score. */
export type RowEntry = readonly [table: string, key: string, inWindow: boolean, score: number];
/** A returned edge row: its key, and its three end columns where it has them. */
export type EdgeEntry =
  | readonly [id: string]
  | readonly [id: string, source: string, relation: string, target: string];

/** Why a relevant row stands outside the top k of a leg (evaluate.md 21.4), where it is not simply its rank. */
export const LOST_REASONS = [
  /** The reader does not see it: withheld or absent, which no one is told apart. */
  'not_visible',
  /** The call does not read its table: another prefix, or the other surface. */
  'not_asked',
  /** Outside the recency window, or never a candidate under `--candidates window`. */
  'out_of_window',
  'no_match',
  'below_floor',
  /** A row of equal content stands before it. */
  'repeated',
  /** Not among the first 1,000 rows. */
  'beyond_depth',
] as const;
export type LostReason = (typeof LOST_REASONS)[number];
export type LostWhy = number | LostReason;
/** The relevant rows that a leg lost, and the row that stood at the cut; null: fewer than k came back. */
export type LostRows = {
  readonly cut: readonly [table: string, key: string, score: number] | null;
  readonly rows: readonly (readonly [table: string, key: string, why: LostWhy])[];
};

/** One finished case as the journal and results.jsonl hold it (evaluate.md 12.2). */
export type CaseLine = {
  readonly id: string;
  readonly ordinal: number;
  readonly outcome: Outcome;
  readonly legs: { readonly [leg in Leg]?: readonly RowEntry[] };
  /** Legs that failed, with a short reason. */
  readonly errors?: { readonly [leg in Leg]?: string };
  readonly edges?: { readonly [leg in Leg]?: readonly EdgeEntry[] };
  readonly systems?: CaseSystems & { readonly latency_ms: number };
  readonly judged?: JudgedCase;
  /** Rows named by the case that its corpus lacks, or that carry no date; absent: none. */
  readonly goldens?: GoldenTally;
  /** Per leg that lost a relevant row; absent: none did. */
  readonly why?: { readonly [leg in Leg]?: LostRows };
};

/** What scoring reads of a finished case. */
export function readOfLine(line: CaseLine, loaded: LoadedCase): CaseRead {
  const legs: { [leg in Leg]?: LegRead<Row> } = {};
  const edges: { [leg in Leg]?: LegRead<EdgeRow> } = {};
  for (const leg of LEGS) {
    const [error, rows, edgeRows] = [line.errors?.[leg], line.legs[leg], line.edges?.[leg]];
    if (error !== undefined) legs[leg] = { error };
    else if (rows !== undefined) legs[leg] = { rows: rows.map(rowOfEntry) };
    if (edgeRows !== undefined) edges[leg] = { rows: edgeRows.map(edgeOfEntry) };
  }
  const { id, line: number, digest } = { id: loaded.case.id, line: loaded.line, digest: loaded.digest };
  return {
    id,
    line: number,
    digest,
    legs,
    ...(line.edges === undefined ? {} : { edges }),
    ...(line.systems === undefined ? {} : systemsOf(line.systems)),
  };
}

function rowOfEntry([table, key, inWindow, score]: RowEntry): Row {
  return { table, key, in_window: inWindow, score };
}

function edgeOfEntry(entry: EdgeEntry): EdgeRow {
  if (entry.length === 1) return { id: entry[0] };
  const [id, ...triple] = entry;
  return { id, triple };
}

function systemsOf({ latency_ms, ...systems }: NonNullable<CaseLine['systems']>) {
  return { latencyMs: latency_ms, systems };
}

/**
 * Reads a line whose seal was found right. Its form is checked by hand, since a journal may hold hundreds of
 * thousands; undefined when it is not one of ours after all.
 */
export function parseCaseLine(text: string): CaseLine | undefined {
  const value: unknown = JSON.parse(text);
  return isCaseLine(value) ? value : undefined;
}

/**
 * Only the judged member of such a line, at a third of the cost of the whole. It is canonical text of ours, where the
 * bytes of a member's name between comma and colon can stand in no string, since their quotes would be escaped.
 * Undefined: the line has none.
 */
export function parseJudged(text: string): JudgedCase | undefined {
  const start = text.indexOf(JUDGED_START);
  const end = text.indexOf(JUDGED_END, start);
  if (start < 0 || end < 0) return undefined;
  const value: unknown = JSON.parse(text.slice(start + JUDGED_START.length - 1, end + 1));
  return isJudged(value) ? value : undefined;
}

const JUDGED_START = ',"judged":{';
/** Members stand in the order of their names. */
const JUDGED_END = '},"legs":{';

function isJudged(value: unknown): value is JudgedCase {
  return isJsonObject(value) && Array.isArray(value['verdicts']);
}

function isCaseLine(value: unknown): value is CaseLine {
  if (!isJsonObject(value)) return false;
  const { id, ordinal, outcome, legs, errors, edges, systems, judged, goldens, why } = value;
  return (
    typeof id === 'string' &&
    typeof ordinal === 'number' &&
    typeof outcome === 'string' &&
    isLists(legs, isRowEntry) &&
    (errors === undefined || isTexts(errors)) &&
    (edges === undefined || isLists(edges, isEdgeEntry)) &&
    (systems === undefined || isSystems(systems)) &&
    (judged === undefined || isJudged(judged)) &&
    (goldens === undefined || isTally(goldens)) &&
    (why === undefined || (isJsonObject(why) && Object.values(why).every(isLostRows)))
  );
}

function isLists(value: JsonValue | undefined, isEntry: (entry: JsonValue) => boolean): boolean {
  return (
    isJsonObject(value) && Object.values(value).every(rows => Array.isArray(rows) && rows.every(isEntry))
  );
}

function isRowEntry(entry: JsonValue): boolean {
  if (!Array.isArray(entry) || entry.length !== 4) return false;
  const [table, key, inWindow, score] = entry;
  return (
    typeof table === 'string' &&
    typeof key === 'string' &&
    typeof inWindow === 'boolean' &&
    typeof score === 'number'
  );
}

function isEdgeEntry(entry: JsonValue): boolean {
  return Array.isArray(entry) && (entry.length === 1 || entry.length === 4) && entry.every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTexts(value: JsonValue): boolean {
  return isJsonObject(value) && Object.values(value).every(isText);
}

function isTally(value: JsonValue): boolean {
  return isJsonObject(value) && GOLDEN_FAULTS.every(name => typeof value[name] === 'number');
}

function isLostRows(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const { cut, rows } = value;
  return (
    (cut === null || isTriple(cut, last => typeof last === 'number')) &&
    Array.isArray(rows) &&
    rows.every(row => isTriple(row, isLostWhy))
  );
}

function isTriple(value: JsonValue | undefined, isLast: (last: JsonValue | undefined) => boolean): boolean {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [table, key, last] = value;
  return typeof table === 'string' && typeof key === 'string' && isLast(last);
}

const REASONS: ReadonlySet<unknown> = new Set(LOST_REASONS);

function isLostWhy(value: JsonValue | undefined): boolean {
  return REASONS.has(value) || (typeof value === 'number' && Number.isInteger(value) && value >= 1);
}

function isSystems(value: JsonValue): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const { tokens, cost, bucket, latency_ms } = value;
  return (
    typeof tokens === 'number' &&
    (cost === null || typeof cost === 'number') &&
    typeof bucket === 'string' &&
    typeof latency_ms === 'number'
  );
}
