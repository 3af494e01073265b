import { canonicalJson } from '../../core/canonical-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { writtenForm } from '../case/reference.ts';
import type { AnswerDifference } from '../gate/run-checks.ts';
import { answerJson } from '../store/conformance/answer-text.ts';
import type { RankedAnswer, RankedRow } from '../store/port.ts';

type Difference = Pick<AnswerDifference, 'row' | 'rank' | 'term' | 'here' | 'there'>;

/** The first byte at which two answers differ, named by row and term; undefined: they are equal. */
export function answerDifference(here: RankedAnswer, there: RankedAnswer): Difference | undefined {
  const length = Math.max(here.rows.length, there.rows.length);
  for (let i = 0; i < length; i += 1) {
    const found = rowDifference(here.rows[i], there.rows[i]);
    if (found !== undefined) return { ...found, rank: i + 1 };
  }
  const found =
    valueDifference('retrieval', answerJson(here.retrieval), answerJson(there.retrieval)) ??
    valueDifference('bounds', here.bounds, there.bounds);
  return found === undefined ? undefined : { row: null, rank: null, ...found };
}

function rowDifference(
  here: RankedRow | undefined,
  there: RankedRow | undefined,
): Omit<Difference, 'rank'> | undefined {
  const [ours, theirs] = [nameOf(here), nameOf(there)];
  if (ours !== theirs) return { row: ours ?? theirs, term: 'rows', here: ours, there: theirs };
  const found = valueDifference('', answerJson(here ?? null), answerJson(there ?? null));
  return found === undefined ? undefined : { row: ours, ...found };
}

function nameOf(row: RankedRow | undefined): string | null {
  return row === undefined ? null : nameOfReference(row._table, row._key);
}

export function nameOfReference(table: string, key: string): string {
  const written = writtenForm([table, key]);
  return typeof written === 'string' ? written : canonicalJson(written);
}

type Term = Pick<Difference, 'term' | 'here' | 'there'>;

/** Walks into objects, members in code-point order, so that the innermost one is named. */
function valueDifference(
  term: string,
  here: JsonValue | undefined,
  there: JsonValue | undefined,
): Term | undefined {
  if (isJsonObject(here) && isJsonObject(there)) {
    for (const name of [...new Set([...Object.keys(here), ...Object.keys(there)])].sort()) {
      const inner = valueDifference(
        term === '' ? name : `${term}.${name}`,
        memberOf(here, name),
        memberOf(there, name),
      );
      if (inner !== undefined) return inner;
    }
    return undefined;
  }
  const [ours, theirs] = [textOf(here), textOf(there)];
  return ours === theirs ? undefined : { term, here: ours, there: theirs };
}

function memberOf(value: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function textOf(value: JsonValue | undefined): string | null {
  return value === undefined ? null : canonicalJson(value);
}
