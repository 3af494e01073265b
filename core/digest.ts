import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import type { JsonValue } from './json.ts';

/** A digest as every document prints it: `sha256:` and 64 lower-case hex digits. */
export type Digest = `sha256:${string}`;

export function sha256Hex(content: string | Uint8Array): string {
  return hash('sha256', content);
}

export function digestOf(content: string | Uint8Array): Digest {
  return `sha256:${sha256Hex(content)}`;
}

/** Digest over the canonical JSON (RFC 8785) of a value. */
export function digestOfJson(value: JsonValue): Digest {
  return digestOf(canonicalJson(value));
}
