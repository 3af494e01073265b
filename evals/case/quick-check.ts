import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { parseBound, parseInstant } from '../../core/time.ts';
import { splitPoint } from './reference.ts';
import {
  asksQuestion,
  fitsBytes,
  hasOneBound,
  hasOneName,
  MOST_DIMENSIONS,
  MOST_ID_BYTES,
  MOST_TAG_BYTES,
  NO_CONTROL,
  NO_OUTER_BLANK,
} from './rules.ts';
import type { WrittenCase } from './types.ts';

type Check = (value: JsonValue) => boolean;
type Members = ReadonlyMap<string, Check>;

/**
 * True for exactly what `caseSchema` accepts, at a fifth of its cost: a set of 200,000 cases is mostly good.
 * The schema remains the definition and tells what is wrong; a property test holds both together.
 */
export function isWrittenCase(value: JsonValue): value is WrittenCase & JsonValue {
  return holds(CASE, value) && isComplete(value);
}

const isText: Check = value => typeof value === 'string';
const isFilled: Check = value => typeof value === 'string' && value !== '';
const isInstant: Check = value => typeof value === 'string' && parseInstant(value) !== undefined;
const isBound: Check = value => typeof value === 'string' && parseBound(value) !== undefined;
const isId: Check = value =>
  typeof value === 'string' &&
  fitsBytes(value, MOST_ID_BYTES) &&
  NO_CONTROL.test(value) &&
  NO_OUTER_BLANK.test(value);
const isTag: Check = value =>
  typeof value === 'string' && fitsBytes(value, MOST_TAG_BYTES) && NO_CONTROL.test(value);
const isEmbedding: Check = value =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MOST_DIMENSIONS &&
  value.every(item => typeof item === 'number');
const isRow: Check = value => (typeof value === 'string' ? splitPoint(value) > 0 : isFilledTuple(value, 2));
const isCitation: Check = value =>
  typeof value === 'string' && !value.includes('#') ? value !== '' : isRow(value);
const isEdge: Check = value => isFilled(value) || isFilledTuple(value, 3);

const BOUNDS: Members = new Map([
  ['available_as_of', isBound],
  ['valid_as_of', isBound],
  ['landed_as_of', isBound],
]);

const EXPECTED: Members = new Map([
  ['answer', orNull(isText)],
  ['artifacts', listOf(isRow)],
  ['edges', listOf(isEdge)],
  ['entities', listOf(isText)],
  ['must_cite', listOf(isCitation)],
  ['must_abstain', value => typeof value === 'boolean'],
  ['must_not_retrieve', listOf(isRow)],
  ['time_anchor', orNull(isInstant)],
  ['since', orNull(isInstant)],
  ['recency_bound', orNull(isInstant)],
]);

const CASE: Members = new Map<string, Check>([
  ['id', isId],
  ['corpus', isFilled],
  ['question', isText],
  ['tags', listOf(isTag)],
  ['prefix', orNull(isText)],
  ['query_embedding', orNull(isEmbedding)],
  ['bounds', value => holds(BOUNDS, value)],
  ['exclude', listOf(isRow)],
  ['expected', value => holds(EXPECTED, value)],
  ['bounded', isJsonObject],
  ['forecast', isJsonObject],
]);

/** An object whose every member is known and passes its check. */
function holds(members: Members, value: JsonValue): value is WrittenCase & JsonValue {
  if (!isJsonObject(value)) return false;
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === undefined || members.get(name)?.(member) !== true) return false;
  }
  return true;
}

function isComplete(written: WrittenCase): boolean {
  const { id, corpus, question, expected } = written;
  if (id === undefined || corpus === undefined || question === undefined) return false;
  return asksQuestion(written) && hasOneBound(written) && (expected === undefined || hasOneName(expected));
}

function orNull(check: Check): Check {
  return value => value === null || check(value);
}

function listOf(check: Check): Check {
  return value => Array.isArray(value) && value.every(check);
}

function isFilledTuple(value: JsonValue, length: number): boolean {
  return Array.isArray(value) && value.length === length && value.every(isFilled);
}
