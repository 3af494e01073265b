import type { JsonValue } from '../json.ts';

/** Builds the value of a text that the scanner accepted. `__proto__` becomes an own member, -0 becomes 0. */
export function scannedValue(text: string, negativeZero: boolean): JsonValue {
  const value: JsonValue = negativeZero ? JSON.parse(text, plainZero) : JSON.parse(text);
  return value;
}

function plainZero(_name: string, value: unknown): unknown {
  return value === 0 ? 0 : value;
}
