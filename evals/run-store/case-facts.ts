import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { referenceHash } from './hash.ts';

/** Members of a run's own files, read without trust: an index is derived, so what is amiss is only missing. */
export function parseObject(bytes: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function objectAt(value: JsonObject | undefined, name: string): JsonObject | undefined {
  const found = own(value, name);
  return isJsonObject(found) ? found : undefined;
}

export function textAt(value: JsonObject | undefined, name: string): string | undefined {
  const found = own(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** NaN where there is none. */
export function numberAt(value: JsonObject | undefined, name: string): number {
  const found = own(value, name);
  return typeof found === 'number' ? found : Number.NaN;
}

export function listAt(value: JsonObject | undefined, name: string): readonly JsonValue[] {
  const found = own(value, name);
  return Array.isArray(found) ? found : [];
}

export function textsAt(value: JsonObject | undefined, name: string): readonly string[] {
  return listAt(value, name).filter(item => typeof item === 'string');
}

/** Hashes of the references of a list, in its order. */
export function referenceHashesAt(value: JsonObject | undefined, name: string): readonly number[] {
  const hashes: number[] = [];
  for (const item of listAt(value, name)) {
    if (typeof item === 'string') hashes.push(referenceHash(item));
    else if (Array.isArray(item)) {
      const [table, key] = item;
      if (typeof table === 'string' && typeof key === 'string') hashes.push(referenceHash([table, key]));
    }
  }
  return hashes;
}

function own(value: JsonObject | undefined, name: string): JsonValue | undefined {
  return value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;
}

const ID = Buffer.from('"id":"');
const LATENCY = Buffer.from('"latency_ms":');

/**
 * Id and latency of a line of results.jsonl without parsing its rows: they are most of a run. Before its `id` a
 * line holds no other member of that name, and inside a string a quote has a backslash before it.
 */
export function scanResult(line: Buffer): { readonly id: string | undefined; readonly latency: number } {
  const at = line.indexOf(ID);
  const latency = line.lastIndexOf(LATENCY);
  return {
    id: at < 0 ? undefined : stringAt(line, at + ID.length - 1),
    latency:
      latency < 0
        ? Number.NaN
        : Number.parseFloat(line.toString('latin1', latency + LATENCY.length, latency + LATENCY.length + 32)),
  };
}

function stringAt(line: Buffer, quote: number): string | undefined {
  for (let end = line.indexOf(0x22, quote + 1); end >= 0; end = line.indexOf(0x22, end + 1)) {
    try {
      const value: unknown = JSON.parse(line.toString('utf8', quote, end + 1));
      return typeof value === 'string' ? value : undefined;
    } catch {
      // That quote was an escaped one.
    }
  }
  return undefined;
}
