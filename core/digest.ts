import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { canonicalJson } from './canonical-json.ts';
import type { JsonValue } from './json.ts';

/** A digest as every document prints it: `sha256:` and 64 lower-case hex digits. */
export type Digest = `sha256:${string}`;

export function sha256Hex(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

export function digestOf(content: string | Uint8Array): Digest {
  return `sha256:${sha256Hex(content)}`;
}

/** Digest over the canonical JSON (RFC 8785) of a value. */
export function digestOfJson(value: JsonValue): Digest {
  return digestOf(canonicalJson(value));
}

/** SHA-256 of a file's bytes in lower-case hex, streamed. Rejects with the file system's error. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(block as Buffer);
  return hash.digest('hex');
}
