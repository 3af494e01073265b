import { crc32 } from 'node:zlib';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { JsonObject } from '../../core/json.ts';

const SEAL_START = ',"~":"';
const SEAL_BYTES = SEAL_START.length + 10;

/**
 * Canonical JSON with one more, last member `~`: the CRC-32 (8 hex digits) of the text without it.
 * The object is not empty and has no member `~`. evaluate.md 12.2.
 */
export function sealLine(object: JsonObject): string {
  const text = canonicalJson(object);
  return `${text.slice(0, -1)}${SEAL_START}${hex8(crc32(text))}"}`;
}

/** Whether the bytes of one line (without its newline) carry the seal that belongs to them. Makes no text of them. */
export function isSealed(line: Uint8Array): boolean {
  const body = line.length - SEAL_BYTES;
  if (body < 2 || !standsAt(SEAL, line, body) || !standsAt(SEAL_END, line, line.length - 2)) return false;
  return hexAt(line, body + SEAL.length) === crc32(CLOSE, crc32(line.subarray(0, body)));
}

const SEAL = Buffer.from(SEAL_START);
const SEAL_END = Buffer.from('"}');
const CLOSE = Buffer.from('}');

function standsAt(part: Uint8Array, line: Uint8Array, at: number): boolean {
  for (let i = 0; i < part.length; i += 1) if (line[at + i] !== part[i]) return false;
  return true;
}

/** The eight lower-case hex digits at an index, as an unsigned number; NaN when they are others. */
function hexAt(line: Uint8Array, at: number): number {
  let value = 0;
  for (let i = at; i < at + 8; i += 1) value = value * 16 + hexDigit(line[i] ?? 0);
  return value;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : Number.NaN;
}

function hex8(value: number): string {
  return value.toString(16).padStart(8, '0');
}
