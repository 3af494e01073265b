import { open, stat } from 'node:fs/promises';
import { canonicalJson } from '../../core/canonical-json.ts';
import { fileBlocks } from '../../core/file-blocks.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { refuse } from '../../spec/refusals.ts';
import { isSealed } from './checkpoint-line.ts';
import { type FoundLines, LineSpans } from './line-spans.ts';

export const CHECKPOINT_SCHEMA = 'contextful.eval.checkpoint/1';

export type CheckpointContent = {
  /** Undefined: no file, or nothing but a torn header. */
  readonly header: JsonObject | undefined;
  readonly held: FoundLines;
  readonly ids: ReadonlyMap<string, number>;
  /** Length of what is whole; the rest of the file is a torn last line that opening cuts away. */
  readonly goodBytes: number;
  readonly tornBytes: number;
};

/** Of a run that nothing has been written of. */
export const EMPTY_CHECKPOINT: CheckpointContent = {
  header: undefined,
  held: new Map(),
  ids: new Map(),
  goodBytes: 0,
  tornBytes: 0,
};

/** How the canonical header of every run begins. */
const HEADER_START = Buffer.from('{"agent":');

/**
 * Reads a journal without changing it: ids, ordinals and seals only, so that a journal of hundreds of MiB
 * opens quickly. A missing file is an empty journal; a torn or bad last line is left out; a bad line before it,
 * or an id twice, refuses CheckpointCorrupt (2). A file that is no journal at all refuses likewise: as a torn header
 * it would be cut away whole. evaluate.md 12.3.
 */
export async function inspectCheckpoint(path: string): Promise<CheckpointContent> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return EMPTY_CHECKPOINT;
  // A device or a pipe would be read without end.
  if (!stats.isFile()) throw notJournal(path);
  const scan = new CheckpointScan(path);
  const handle = await open(path);
  try {
    for await (const block of fileBlocks(handle)) scan.take(block);
  } finally {
    await handle.close();
  }
  return scan.end();
}

function notJournal(path: string) {
  return refuse('UsageBadValue', {
    message: '--checkpoint names something that is no regular file',
    place: { file: path },
    found: path,
    want: 'a regular file, or a name for a new one',
    facts: { flag: '--checkpoint', text: path },
  });
}

function foreign(path: string) {
  return refuse('CheckpointCorrupt', {
    message: 'the file is no journal of a run',
    place: { file: path, line: 1 },
    found: 'a file that begins as no journal does',
    want: 'a journal of `eval run`, or a name for a new one',
    hint: 'name another file; this one stays as it is',
    facts: { line: 1, reason: 'json', good: 0 },
  });
}

/** Refuses CheckpointMismatch (4) naming the first member that differs; the plan digest is named last. */
export function requireSameRun(path: string, found: JsonObject, wanted: JsonObject): void {
  const members = [...new Set([...Object.keys(wanted), ...Object.keys(found)])]
    .filter(name => name !== '~')
    .sort((a, b) => Number(a === 'plan') - Number(b === 'plan'));
  for (const member of members) {
    const difference = firstDifference(member, found[member], wanted[member]);
    if (difference === undefined) continue;
    throw refuse('CheckpointMismatch', {
      message: `the journal belongs to another run: ${difference.member} was ${difference.was}, is ${difference.is}`,
      place: { file: path, line: 1, path: difference.member },
      found: difference.was,
      want: difference.is,
      facts: difference,
    });
  }
}

type Difference = { readonly member: string; readonly was: string; readonly is: string };

/** Walks into objects, so that `run.k` is named and not the whole stamp. */
function firstDifference(
  path: string,
  was: JsonValue | undefined,
  is: JsonValue | undefined,
): Difference | undefined {
  if (isJsonObject(was) && isJsonObject(is)) {
    for (const name of new Set([...Object.keys(is), ...Object.keys(was)])) {
      const inner = firstDifference(`${path}.${name}`, was[name], is[name]);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }
  const [before, now] = [textOf(was), textOf(is)];
  return before === now ? undefined : { member: path, was: before, is: now };
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? 'absent' : canonicalJson(value);
}

const LF = 0x0a;
const NO_BYTES = Buffer.alloc(0);

/** Cuts blocks into lines. A bad line only refuses once a later line shows that it was not the torn last one. */
class CheckpointScan {
  readonly #path: string;
  readonly #held = new LineSpans();
  readonly #ids = new Map<string, number>();
  #header: JsonObject | undefined;
  #rest: Buffer = NO_BYTES;
  #start: Buffer = NO_BYTES;
  #offset = 0;
  #line = 0;
  #bad: { readonly line: number; readonly offset: number; readonly reason: 'json' | 'crc' } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  take(block: Buffer): void {
    const wanted = HEADER_START.length - this.#start.length;
    if (wanted > 0) this.#start = Buffer.concat([this.#start, block.subarray(0, wanted)]);
    let start = 0;
    for (let end = block.indexOf(LF); end >= 0; end = block.indexOf(LF, start)) {
      const line = block.subarray(start, end);
      this.#readLine(this.#rest.length === 0 ? line : Buffer.concat([this.#rest, line]));
      this.#rest = NO_BYTES;
      start = end + 1;
    }
    // A copy, since the block is filled again.
    if (start < block.length) this.#rest = Buffer.concat([this.#rest, block.subarray(start)]);
  }

  end(): CheckpointContent {
    if (this.#bad !== undefined && this.#rest.length > 0)
      throw this.#corrupt(this.#bad.line, this.#bad.reason);
    if (this.#header === undefined && !HEADER_START.subarray(0, this.#start.length).equals(this.#start))
      throw foreign(this.#path);
    const goodBytes = this.#bad?.offset ?? this.#offset;
    const size = this.#offset + this.#rest.length;
    return {
      header: this.#header,
      held: this.#held,
      ids: this.#ids,
      goodBytes,
      tornBytes: size - goodBytes,
    };
  }

  #readLine(line: Buffer): void {
    if (this.#bad !== undefined) throw this.#corrupt(this.#bad.line, this.#bad.reason);
    this.#line += 1;
    const fault = this.#line === 1 ? this.#readHeader(line) : this.#readCase(line);
    if (fault !== undefined) this.#bad = { line: this.#line, offset: this.#offset, reason: fault };
    this.#offset += line.length + 1;
  }

  #readHeader(line: Buffer): 'json' | 'crc' | undefined {
    const value = parse(line);
    if (value === undefined) return 'json';
    if (!isSealed(line)) return 'crc';
    const { '~': _seal, ...header } = value;
    this.#header = header;
    return undefined;
  }

  #readCase(line: Buffer): 'json' | 'crc' | undefined {
    if (!isSealed(line)) return parse(line) === undefined ? 'json' : 'crc';
    const place = idAndOrdinal(line);
    if (place === undefined) return 'json';
    if (this.#ids.has(place.id) || this.#held.has(place.ordinal))
      throw this.#corrupt(this.#line, 'repeated id');
    this.#ids.set(place.id, place.ordinal);
    this.#held.set(place.ordinal, { offset: this.#offset, length: line.length });
    return undefined;
  }

  #corrupt(line: number, reason: 'json' | 'crc' | 'repeated id') {
    const good = Math.max(0, line - 2);
    return refuse('CheckpointCorrupt', {
      message: `line ${line} of the journal is damaged (${reason})`,
      place: { file: this.#path, line },
      found: reason,
      want: 'lines as they were written, each case once',
      hint: `${good} finished cases stand before it: keep them with head -n ${line - 1}, or start without this journal`,
      facts: { line, reason, good },
    });
  }
}

/**
 * Our own canonical text under a right seal: inside a JSON text the bytes `"ordinal":` and `"id":"` can only be
 * members, since a quote inside a string is escaped, and no member before `id` holds one of that name.
 */
function idAndOrdinal(line: Buffer): { readonly id: string; readonly ordinal: number } | undefined {
  const start = line.indexOf(ID);
  const ordinalAt = line.lastIndexOf(ORDINAL);
  if (start < 0 || ordinalAt < 0) return undefined;
  const from = start + ID.length;
  let end = from;
  let isEscaped = false;
  for (; end < line.length && line[end] !== QUOTE; end += 1) {
    if (line[end] !== BACKSLASH) continue;
    isEscaped = true;
    end += 1;
  }
  const ordinal = digitsAt(line, ordinalAt + ORDINAL.length);
  if (!Number.isSafeInteger(ordinal)) return undefined;
  const id = isEscaped
    ? JSON.parse(line.toString('utf8', from - 1, end + 1))
    : line.toString('utf8', from, end);
  return { id, ordinal };
}

const ID = Buffer.from('"id":"');
const ORDINAL = Buffer.from(',"ordinal":');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The integer at an index; NaN when no digit stands there. */
function digitsAt(line: Buffer, at: number): number {
  let value = Number.NaN;
  for (let i = at; i < line.length; i += 1) {
    const digit = (line[i] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = (i === at ? 0 : value * 10) + digit;
  }
  return value;
}

function parse(line: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
