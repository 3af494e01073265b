import type { JsonObject, JsonValue } from '../../core/json.ts';
import { formatInstant, type Nanoseconds } from '../../core/time.ts';
import type { Fused } from '../retrieve/fusion.ts';
import type {
  Bounds,
  LandingStamp,
  LandRow,
  RankedAnswer,
  RankedCall,
  RankedRow,
  TableSchema,
} from './port.ts';

/** One row of an answer before it is written out. */
export type AnswerRow = {
  readonly schema: TableSchema;
  readonly row: Pick<LandRow, 'key' | 'seq' | 'snippet' | 'dateBasis' | 'marks'>;
  readonly stamp: Pick<LandingStamp, 'runId' | 'ingestedNs' | 'authoredBy'>;
  /** Data columns as the session sees them. */
  readonly cells: JsonObject;
  readonly inWindow: boolean;
  readonly fused: Fused;
  readonly matched: readonly string[];
  readonly lexicalUnits: bigint | null;
  readonly lexicalRank: number | null;
  readonly cosineUnits: number | null;
};

export type AnswerCounts = {
  readonly prefloor: number;
  readonly passed: number;
  readonly matched: number;
  readonly inWindow: number;
  readonly deduped: number;
  readonly floor: number | null;
  readonly rowLimit: number;
  /** Whether a row stood behind the cut. */
  readonly truncated: boolean;
};

/** Writes an answer out (evaluate.md 9.7); rows: those inside the limit, best first. */
export function rankedAnswer(
  call: RankedCall,
  bounds: Bounds,
  counts: AnswerCounts,
  rows: readonly AnswerRow[],
): RankedAnswer {
  const echo = boundsEcho(bounds);
  return {
    rows: rows.map(row => rankedRow(row, call.explain === true)),
    retrieval: {
      window: call.sinceNs !== null,
      candidates_prefloor: counts.prefloor,
      candidates: counts.passed,
      matched: counts.matched,
      returned: rows.length,
      in_window: counts.inWindow,
      deduped: counts.deduped,
      padded: rows.filter(row => !row.inWindow).length,
      ...(call.sinceNs !== null && counts.inWindow < counts.rowLimit ? { underfilled: true as const } : {}),
      floor: counts.floor,
      since: instantOrNull(call.sinceNs),
      truncated: counts.truncated,
    },
    ...(echo === undefined ? {} : { bounds: echo }),
  };
}

/** Every data column of the table, absent ones as null; shared so that no adapter returns other members. */
export function wholeRow({ columns }: Pick<TableSchema, 'columns'>, cells: JsonObject): JsonObject {
  return Object.fromEntries(
    columns.map(({ name }) => [name, (Object.hasOwn(cells, name) ? cells[name] : null) ?? null]),
  );
}

/** The bounds that a read was held to; undefined when there was none (6.4). */
export function boundsEcho({ availableAsOf, validAsOf, landedAsOf }: Bounds): JsonObject | undefined {
  const given = [
    ['available_as_of', availableAsOf],
    ['valid_as_of', validAsOf],
    ['landed_as_of', landedAsOf],
  ] as const;
  const echo = given.flatMap(([name, ns]) => (ns === null ? [] : [[name, formatInstant(ns)] as const]));
  return echo.length === 0 ? undefined : { ...Object.fromEntries(echo), inclusive: true };
}

function rankedRow(answer: AnswerRow, explain: boolean): RankedRow {
  const { schema, row, stamp, fused } = answer;
  return {
    _table: schema.name,
    _key: row.key,
    _row: wholeRow(schema, answer.cells),
    _snippet: row.snippet,
    _score: fused.score,
    _vscore: answer.cosineUnits === null ? null : answer.cosineUnits / 1e6,
    _in_window: answer.inWindow,
    _date_basis: row.dateBasis,
    _run_id: stamp.runId,
    _row_seq: row.seq,
    _ingested_at: ingestedText(stamp),
    _authored_by: stamp.authoredBy,
    _modality: textMark(row.marks, '_modality'),
    _lang: textMark(row.marks, '_lang'),
    _prompt_hash: textMark(row.marks, '_prompt_hash'),
    _kind: schema.declaration.role,
    ...(explain
      ? {
          explain: {
            matched: answer.matched,
            lexicalUnits: answer.lexicalUnits,
            lexicalRank: answer.lexicalRank,
            cosineUnits: answer.cosineUnits,
            vectorTerm: fused.vectorTerm,
            lexicalTerm: fused.lexicalTerm,
          },
        }
      : {}),
  };
}

/** All rows of a landing have one stamp. */
const INGESTED = new WeakMap<AnswerRow['stamp'], string>();

function ingestedText(stamp: AnswerRow['stamp']): string {
  const text = INGESTED.get(stamp) ?? formatInstant(stamp.ingestedNs);
  INGESTED.set(stamp, text);
  return text;
}

function textMark(marks: { readonly [column: string]: JsonValue }, name: string): string | null {
  const mark = Object.hasOwn(marks, name) ? marks[name] : null;
  return typeof mark === 'string' ? mark : null;
}

function instantOrNull(ns: Nanoseconds | null): string | null {
  return ns === null ? null : formatInstant(ns);
}
