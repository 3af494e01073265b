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

/** Whether the bytes of one line (without its newline) carry the seal that belongs to them. */
export function isSealed(line: Uint8Array): boolean {
  const body = line.length - SEAL_BYTES;
  if (body < 2) return false;
  const seal = Buffer.from(line.buffer, line.byteOffset + body, SEAL_BYTES).toString('latin1');
  if (!seal.startsWith(SEAL_START) || !seal.endsWith('"}')) return false;
  return seal.slice(SEAL_START.length, -2) === hex8(crc32('}', crc32(line.subarray(0, body))));
}

function hex8(value: number): string {
  return value.toString(16).padStart(8, '0');
}
