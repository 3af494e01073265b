import { newest } from '../../core/newest.ts';
import { numberBlocks, wordBlocks } from './column-blocks.ts';
import type { IndexBytes } from './column-files.ts';
import type { SpanColumn } from './layout.ts';
import {
  CASE_FLAGS,
  type CaseFlag,
  type ListAt,
  type ListColumn,
  type Lists,
  type NumberAt,
  type NumberColumn,
  type TextColumn,
  type Texts,
  type WordColumn,
  type Words,
} from './types.ts';

/** Columns of an index, each read when first asked for. Of the figures the newest stay, the others are read again. */
export type Columns = {
  readonly numbers: (column: NumberColumn) => Float64Array;
  readonly words: (column: WordColumn) => Words;
  readonly lists: (column: ListColumn) => Lists;
  readonly numberAt: (column: NumberColumn) => NumberAt;
  readonly listAt: (column: ListColumn) => ListAt;
  readonly idsOnce: () => Texts;
  readonly tags: () => readonly string[];
  readonly text: (column: TextColumn) => Texts;
  readonly flags: (flag: CaseFlag) => Uint8Array;
  readonly span: (column: SpanColumn, ordinal: number) => { readonly start: number; readonly length: number };
  readonly idOf: (ordinal: number) => string;
  readonly ordinalOf: (id: string) => number | undefined;
};

/** Bytes of figures that stay: a sort looks at one or two of 33. */
const KEPT_FIGURES = 4 << 20;

export function columnsOf(bytes: IndexBytes, count: number): Columns {
  const figures = newest<Float64Array>(KEPT_FIGURES, column => column.byteLength);
  const held = new Map<string, unknown>();
  const once = <T>(name: string, make: () => T): T => {
    if (!held.has(name)) held.set(name, make());
    return held.get(name) as T;
  };
  const f64 = (name: string) => once(name, () => float64(bytes.whole(name)));
  const u32 = (name: string) => once(name, () => uint32(bytes.whole(name)));
  const words = (name: string) => once(`${name}.words`, () => wordsOf(bytes.whole(`${name}.words.json`)));
  const ids = (): Texts => ({
    bytes: once('ids', () => bytes.whole('ids.bin') ?? Buffer.alloc(0)),
    starts: f64('ids.f64'),
  });
  const idOf = (ordinal: number): string => {
    const { bytes: all, starts } = ids();
    return all.toString('utf8', starts[ordinal] ?? 0, starts[ordinal + 1] ?? 0);
  };
  return {
    numbers: column => figures(column, () => float64(bytes.whole(`${column}.f64`))),
    words: column => ({ codes: u32(`${column}.u32`), words: words(column) }),
    lists: column => ({ codes: u32(`${column}.u32`), starts: u32(`${column}.starts.u32`) }),
    numberAt: column => numberBlocks(bytes, `${column}.f64`),
    listAt: column => ({
      starts: wordBlocks(bytes, `${column}.starts.u32`),
      codes: wordBlocks(bytes, `${column}.u32`),
    }),
    idsOnce: () =>
      held.has('ids')
        ? ids()
        : { bytes: bytes.whole('ids.bin') ?? Buffer.alloc(0), starts: float64(bytes.whole('ids.f64')) },
    tags: () => words('tags'),
    text: column => ({
      bytes: once(`${column}.text`, () => bytes.whole(`${column}.text.bin`) ?? Buffer.alloc(0)),
      starts: f64(`${column}.text.f64`),
    }),
    flags: flag => once(`flag ${flag}`, () => bitOf(u32('flags.u32'), CASE_FLAGS.indexOf(flag))),
    span: (column, ordinal) => {
      const pair = bytes.part(`${column}.u64`, ordinal * 16, 16);
      return pair.length < 16 ? { start: 0, length: 0 } : { start: u64(pair, 0), length: u64(pair, 8) };
    },
    idOf,
    ordinalOf: id => once('id table', () => idTable(ids(), count))(id),
  };
}

function float64(bytes: Buffer | undefined): Float64Array {
  return bytes === undefined
    ? new Float64Array(0)
    : new Float64Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 8));
}

function uint32(bytes: Buffer | undefined): Uint32Array {
  return bytes === undefined
    ? new Uint32Array(0)
    : new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
}

function u64(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
}

function wordsOf(bytes: Buffer | undefined): readonly string[] {
  const value: unknown = bytes === undefined ? [] : JSON.parse(bytes.toString('utf8'));
  return Array.isArray(value) ? value.map(String) : [];
}

function bitOf(bits: Uint32Array, bit: number): Uint8Array {
  const flags = new Uint8Array(bits.length);
  for (let i = 0; i < bits.length; i += 1) flags[i] = ((bits[i] ?? 0) >>> bit) & 1;
  return flags;
}

/** An open hash table over the bytes of the ids: 200,000 of them are 2 MiB and no strings. */
function idTable({ bytes, starts }: Texts, count: number): (id: string) => number | undefined {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, count * 2)));
  const table = new Int32Array(size).fill(-1);
  for (let i = 0; i < count; i += 1) {
    let at = hashOf(bytes, starts[i] ?? 0, starts[i + 1] ?? 0) & (size - 1);
    while (table[at] !== -1) at = (at + 1) & (size - 1);
    table[at] = i;
  }
  return id => {
    const wanted = Buffer.from(id, 'utf8');
    for (let at = hashOf(wanted, 0, wanted.length) & (size - 1); ; at = (at + 1) & (size - 1)) {
      const ordinal = table[at] ?? -1;
      if (ordinal < 0) return undefined;
      if (bytes.subarray(starts[ordinal] ?? 0, starts[ordinal + 1] ?? 0).equals(wanted)) return ordinal;
    }
  };
}

function hashOf(bytes: Buffer, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i += 1) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
