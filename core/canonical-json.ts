import { compareCodePoints } from './code-points.ts';
import type { JsonObject, JsonValue } from './json.ts';

/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code unit, no blanks, ECMAScript numbers.
 * Throws a TypeError for what JSON cannot hold (non-finite numbers, undefined members).
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members: string[] = [];
  for (const name of Object.keys(value).sort()) {
    members.push(`${JSON.stringify(name)}:${canonicalJson(member(value, name))}`);
  }
  return `{${members.join(',')}}`;
}

/**
 * Two-space JSON with members sorted by code point and a last newline: the form of every document that we
 * write. Numbers are the shortest text that reads back to the same double.
 */
export function documentJson(value: JsonValue): string {
  return `${indented(value, '')}\n`;
}

function indented(value: JsonValue, indent: string): string {
  if (value === null || typeof value !== 'object') return canonicalJson(value);
  const inner = `${indent}  `;
  if (isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map(item => inner + indented(item, inner)).join(',\n')}\n${indent}]`;
  }
  const names = Object.keys(value).sort(compareCodePoints);
  if (names.length === 0) return '{}';
  const lines = names.map(name => `${inner}${JSON.stringify(name)}: ${indented(member(value, name), inner)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON holds no ${value}`);
  return JSON.stringify(value);
}

function member(value: JsonObject, name: string): JsonValue {
  const found = value[name];
  if (found === undefined) throw new TypeError(`member ${name} is undefined`);
  return found;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
