import { compareCodePoints } from '../../core/code-points.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { refuse } from '../../spec/refusals.ts';

/**
 * The JSON whose bytes are hashed and signed in a release (release.md 5.3): members by code point, no blanks, safe
 * integers only, so that every language writes the same. Refuses CanonicalNumber with the path of another number.
 */
export function releaseJson(value: JsonValue): string {
  return written(value, '$');
}

function written(value: JsonValue, path: string): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return integer(value, path);
  if (!isJsonObject(value)) return `[${value.map((item, at) => written(item, `${path}[${at}]`)).join(',')}]`;
  return writtenObject(value, path);
}

function writtenObject(value: JsonObject, path: string): string {
  const members = Object.entries(value).sort(([a], [b]) => compareCodePoints(a, b));
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${written(item, `${path}.${name}`)}`).join(',')}}`;
}

function integer(value: number, path: string): string {
  if (Number.isSafeInteger(value)) return String(value);
  throw refuse('CanonicalNumber', {
    message: `${path} is ${value}`,
    found: String(value),
    want: 'a whole number of at most 2^53 - 1',
    facts: { path },
  });
}
