import { canonicalJson } from '../../../core/canonical-json.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';

/** The bytes by which two adapters are compared: canonical JSON, exact integers as `<digits>n`. */
export function answerText(answer: unknown): string {
  return canonicalJson(answerJson(answer));
}

/** An answer as JSON: exact integers as `<digits>n`, absent members left out. */
export function answerJson(value: unknown): JsonValue {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return value.map(answerJson);
  if (isJsonObject(value)) {
    const present = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(present.map(([name, member]) => [name, answerJson(member)]));
  }
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  ) {
    return value;
  }
  throw new TypeError(`an answer holds no ${typeof value}`);
}
