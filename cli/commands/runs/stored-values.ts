import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';

/** Members of a stored document, which another version or a hand may have written: what does not fit is left out. */
export function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
