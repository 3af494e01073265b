export type JsonScalar = string | number | boolean | null;
export type JsonObject = { readonly [name: string]: JsonValue };
export type JsonValue = JsonScalar | readonly JsonValue[] | JsonObject;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
