import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { parseInstant } from '../../core/time.ts';
import { ItemScanner } from '../run-store/item-scanner.ts';
import type { RunDirectory } from './run-directory.ts';

const BLOCK_BYTES = 1 << 20;
const LISTS = [['cases'], ['judge', 'cases']] as const;

/**
 * A stored report without its cases, which go by in blocks and are not read; undefined where there is none. Throws
 * SyntaxError where it breaks off.
 */
export function storedHead(run: RunDirectory): JsonObject | undefined {
  const file = openedFile(run.file('report.json'));
  if (file === undefined) return undefined;
  try {
    const scanner = new ItemScanner(LISTS);
    const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, fstatSync(file).size + 1));
    for (let read = readSync(file, block); read > 0; read = readSync(file, block)) {
      for (const _item of scanner.push(block.subarray(0, read)));
    }
    if (scanner.brokenAt() !== null) throw new SyntaxError(`the report breaks off at ${scanner.brokenAt()}`);
    const value: unknown = JSON.parse(scanner.head().toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } finally {
    closeSync(file);
  }
}

const EDGE_BYTES = 4096;

/** Milliseconds from the first event of a run to its last; null where they can not be read. */
export function tookMs(run: RunDirectory): number | null {
  const file = openedFile(run.file('events.jsonl'));
  if (file === undefined) return null;
  try {
    const { size } = fstatSync(file);
    const edge = Buffer.allocUnsafe(Math.min(EDGE_BYTES, size));
    const at = (start: number) => edge.toString('utf8', 0, readSync(file, edge, 0, edge.length, start));
    const [first] = instantsIn(at(0));
    const last = instantsIn(at(Math.max(0, size - edge.length))).at(-1);
    return first === undefined || last === undefined ? null : Number((last - first) / 1_000_000n);
  } finally {
    closeSync(file);
  }
}

/** Of whole lines; an event begins with its kind, its number and its instant. */
function instantsIn(text: string): bigint[] {
  return [...text.matchAll(/^\{"t":"[a-z.-]+","seq":\d+,"at":"([^"]+)"/gm)].flatMap(([, at = '']) => {
    const instant = parseInstant(at);
    return instant === undefined ? [] : [instant];
  });
}

function openedFile(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}
