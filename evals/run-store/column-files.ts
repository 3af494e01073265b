import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Where the bytes of an index go: files of a folder, or memory where nothing can be written. */
export type IndexSink = {
  readonly append: (name: string, bytes: Uint8Array) => void;
  readonly close: () => void;
};

/** Where they come from. */
export type IndexBytes = {
  /** Undefined: there is no such file. The bytes stand at a multiple of 8 in their buffer, as typed arrays need. */
  readonly whole: (name: string) => Buffer | undefined;
  /** Fewer where the file ends before. */
  readonly part: (name: string, start: number, length: number) => Buffer;
  /** Reads into bytes that are there already and says how many came. */
  readonly fill: (name: string, start: number, into: Uint8Array) => number;
  readonly close: () => void;
};

export function folderSink(folder: string): IndexSink {
  const files = new Map<string, number>();
  return {
    append: (name, bytes) => {
      let file = files.get(name);
      if (file === undefined) {
        file = openSync(join(folder, name), 'wx', 0o600);
        files.set(name, file);
      }
      writeWhole(file, bytes);
    },
    close: () => {
      for (const file of files.values()) closeSync(file);
      files.clear();
    },
  };
}

export function memorySink(): IndexSink & { readonly bytes: IndexBytes } {
  const files = new Map<string, Uint8Array[]>();
  const joined = (name: string): Buffer => {
    const parts = files.get(name);
    if (parts === undefined) return Buffer.alloc(0);
    const whole = aligned(parts);
    files.set(name, [whole]);
    return whole;
  };
  return {
    append: (name, bytes) => {
      const parts = files.get(name) ?? [];
      parts.push(Uint8Array.from(bytes));
      files.set(name, parts);
    },
    close: () => undefined,
    bytes: {
      whole: name => (files.has(name) ? joined(name) : undefined),
      part: (name, start, length) => joined(name).subarray(start, start + length),
      fill: (name, start, into) => {
        const found = joined(name).subarray(start, start + into.length);
        into.set(found);
        return found.length;
      },
      close: () => files.clear(),
    },
  };
}

export function folderBytes(folder: string): IndexBytes {
  const files = new Map<string, number | undefined>();
  const fileOf = (name: string): number | undefined => {
    if (!files.has(name)) files.set(name, opened(join(folder, name)));
    return files.get(name);
  };
  return {
    whole: name => {
      const file = opened(join(folder, name));
      if (file === undefined) return undefined;
      try {
        return readExactly(file, 0, fstatSync(file).size);
      } finally {
        closeSync(file);
      }
    },
    part: (name, start, length) => {
      const file = fileOf(name);
      return file === undefined ? Buffer.alloc(0) : readExactly(file, start, length);
    },
    fill: (name, start, into) => {
      const file = fileOf(name);
      return file === undefined ? 0 : readInto(file, start, into);
    },
    close: () => {
      for (const file of files.values()) if (file !== undefined) closeSync(file);
      files.clear();
    },
  };
}

/** Gathers the values of one column and hands them on in blocks, so that no column of a large run is in memory. */
export class ColumnOut {
  readonly #name: string;
  readonly #sink: IndexSink;
  readonly #block = Buffer.allocUnsafe(1 << 15);
  #filled = 0;
  /** Bytes so far. */
  length = 0;

  constructor(sink: IndexSink, name: string) {
    this.#sink = sink;
    this.#name = name;
  }

  f64(value: number): void {
    this.#filled = this.#block.writeDoubleLE(value, this.#room(8));
  }

  u32(value: number): void {
    this.#filled = this.#block.writeUInt32LE(value, this.#room(4));
  }

  /** A non-negative integer below 2^53. */
  u64(value: number): void {
    const at = this.#room(8);
    this.#block.writeUInt32LE(value % 2 ** 32, at);
    this.#filled = this.#block.writeUInt32LE(Math.floor(value / 2 ** 32), at + 4);
  }

  text(value: string): void {
    const bytes = Buffer.from(value, 'utf8');
    this.length += bytes.length;
    if (bytes.length > this.#block.length - this.#filled) this.flush();
    if (bytes.length > this.#block.length) this.#sink.append(this.#name, bytes);
    else this.#filled += bytes.copy(this.#block, this.#filled);
  }

  flush(): void {
    this.#sink.append(this.#name, this.#block.subarray(0, this.#filled));
    this.#filled = 0;
  }

  #room(bytes: number): number {
    if (this.#filled + bytes > this.#block.length) this.flush();
    this.length += bytes;
    return this.#filled;
  }
}

function aligned(parts: readonly Uint8Array[]): Buffer {
  const [first] = parts;
  if (parts.length === 1 && first instanceof Buffer) return first;
  const whole = Buffer.from(new ArrayBuffer(parts.reduce((sum, part) => sum + part.length, 0)));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

function readExactly(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.from(new ArrayBuffer(length));
  return bytes.subarray(0, readInto(file, start, bytes));
}

function readInto(file: number, start: number, into: Uint8Array): number {
  let at = 0;
  while (at < into.length) {
    const read = readSync(file, into, at, into.length - at, start + at);
    if (read === 0) break;
    at += read;
  }
  return at;
}

function writeWhole(file: number, bytes: Uint8Array): void {
  let from = 0;
  while (from < bytes.length) from += writeSync(file, bytes, from);
}
