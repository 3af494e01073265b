import { isJsonObject } from '../../core/json.ts';
import type { JudgedCase } from '../judge/judged-case.ts';
import type { CaseSystems, LegRead, Row } from '../score/read.ts';
import { LEGS, type Leg } from '../store/port.ts';

/** What figures ask of a finished case. */
export type ScannedCase = {
  readonly legs: { readonly [leg in Leg]?: LegRead<Row> };
  /** Without what the reader answered, which bears no figure. */
  readonly verdicts?: JudgedCase['verdicts'];
  readonly systems?: CaseSystems;
  readonly latencyMs?: number;
};

/**
 * Reads a line whose seal was found right where it has the form of nearly all: no leg failed, no edges, no golden
 * fault, no escaped character among its rows. Undefined for another one, which parseCaseLine reads. At a third of its
 * cost. A name of a member between comma and colon stands in no string of canonical text, since its quotes would be escaped there.
 */
export function scanCaseLine(text: string): ScannedCase | undefined {
  const legsAt = text.indexOf(LEGS_START);
  const ordinalAt = text.indexOf(ORDINAL, legsAt);
  if (!text.startsWith(ID_START) || legsAt < 0 || ordinalAt < 0) return undefined;
  const legs = scanLegs(text, legsAt + LEGS_START.length, ordinalAt - 1);
  if (legs === undefined) return undefined;
  const verdicts = scanVerdicts(text, legsAt);
  const systems = scanSystems(text, ordinalAt);
  if (verdicts === undefined || systems === undefined) return undefined;
  return { legs, ...verdicts, ...systems };
}

const ID_START = '{"id":"';
/**
 * What reader and judge made of the case of a line, as canonical text of the report's item, without reading it;
 * undefined: the line has none, or one that parseJudged reads.
 */
export function scanJudged(text: string, id: string): string | undefined {
  const at = text.indexOf(JUDGED);
  const end = text.indexOf(LEGS_START, at);
  const verdictsAt = text.lastIndexOf(VERDICTS, end);
  if (at < 0 || !text.startsWith(ANSWER, at + JUDGED.length) || verdictsAt < at) return undefined;
  const answer = text.slice(at + JUDGED.length, verdictsAt);
  return `{${answer},"id":${JSON.stringify(id)}${text.slice(verdictsAt, end)}`;
}

const ANSWER = '"answer":';
const LEGS_START = ',"legs":{';
const ORDINAL = ',"ordinal":';
const JUDGED = ',"judged":{';
const VERDICTS = ',"verdicts":';
const SYSTEMS = ',"systems":{';
const WHY = ',"why":{';
const SEAL = ',"~":"';

/** The legs between their braces. */
function scanLegs(text: string, start: number, end: number): ScannedCase['legs'] | undefined {
  const backslash = text.indexOf('\\', start);
  if (backslash >= 0 && backslash < end) return undefined;
  const legs: { [leg in Leg]?: LegRead<Row> } = {};
  let at = start;
  while (at < end) {
    const leg = LEGS.find(name => text.startsWith(name, at + 1));
    if (leg === undefined) return undefined;
    at += leg.length + 2;
    if (!text.startsWith(':[', at)) return undefined;
    const rows: Row[] = [];
    at = scanRows(text, at + 2, rows);
    if (at < 0) return undefined;
    legs[leg] = { rows };
    at += 1;
  }
  return at === end + 1 ? legs : undefined;
}

/** Adds the rows of a list that begins at an index; gives the index behind the list, -1 when it is no list of rows. */
function scanRows(text: string, start: number, rows: Row[]): number {
  let at = start;
  let table = '';
  while (text.charCodeAt(at) === OPEN_LIST) {
    const tableAt = at + 2;
    // The rows of a leg are mostly of one table, so its name is one string.
    if (
      table === '' ||
      !text.startsWith(table, tableAt) ||
      text.charCodeAt(tableAt + table.length) !== QUOTE
    ) {
      table = text.slice(tableAt, text.indexOf('"', tableAt));
    }
    const keyAt = tableAt + table.length + 3;
    const keyEnd = text.indexOf('"', keyAt);
    const isInWindow = text.charCodeAt(keyEnd + 2) === LETTER_T;
    const scoreAt = keyEnd + (isInWindow ? 'x,true,' : 'x,false,').length;
    const end = text.indexOf(']', scoreAt);
    const score = Number(text.slice(scoreAt, end));
    if (keyEnd < 0 || end < 0 || !Number.isFinite(score)) return -1;
    rows.push({ table, key: text.slice(keyAt, keyEnd), in_window: isInWindow, score });
    at = end + 1;
    if (text.charCodeAt(at) === COMMA) at += 1;
  }
  return text.charCodeAt(at) === CLOSE_LIST ? at + 1 : -1;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const LETTER_T = 0x74;

/** No member where the line was not judged; undefined: of another form. */
function scanVerdicts(text: string, legsAt: number): Pick<ScannedCase, 'verdicts'> | undefined {
  const judgedAt = text.indexOf(JUDGED);
  if (judgedAt < 0 || judgedAt > legsAt) return {};
  const at = text.lastIndexOf(VERDICTS, legsAt);
  if (at < judgedAt) return undefined;
  const verdicts: unknown = JSON.parse(text.slice(at + VERDICTS.length, legsAt - 1));
  return isVerdicts(verdicts) ? { verdicts } : undefined;
}

/** As parseCaseLine has it. */
function isVerdicts(value: unknown): value is JudgedCase['verdicts'] {
  return Array.isArray(value);
}

function scanSystems(
  text: string,
  ordinalAt: number,
): Pick<ScannedCase, 'systems' | 'latencyMs'> | undefined {
  const at = text.indexOf(SYSTEMS, ordinalAt);
  if (at < 0) return {};
  const whyAt = text.indexOf(WHY, at);
  const end = whyAt < 0 ? text.lastIndexOf(SEAL) : whyAt;
  const systems: unknown = JSON.parse(text.slice(at + SYSTEMS.length - 1, end));
  if (!isJsonObject(systems)) return undefined;
  const { tokens, cost, bucket, latency_ms } = systems;
  if (typeof tokens !== 'number' || typeof bucket !== 'string' || typeof latency_ms !== 'number')
    return undefined;
  return cost === null || typeof cost === 'number'
    ? { systems: { tokens, cost, bucket }, latencyMs: latency_ms }
    : undefined;
}
