import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Where the bytes of an index go: files of a folder, or memory where nothing can be written. */
export type IndexSink = {
  readonly append: (name: string, bytes: Uint8Array) => void;
  readonly close: () => void;
};

/** Where they come from; undefined: there is no such file. */
export type IndexBytes = (name: string) => Buffer | undefined;

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
  return {
    append: (name, bytes) => {
      const parts = files.get(name) ?? [];
      parts.push(Uint8Array.from(bytes));
      files.set(name, parts);
    },
    close: () => undefined,
    bytes: name => {
      const parts = files.get(name);
      return parts === undefined ? undefined : aligned(Buffer.concat(parts));
    },
  };
}

export function folderBytes(folder: string): IndexBytes {
  return name => {
    let file: number;
    try {
      file = openSync(join(folder, name), 'r');
    } catch {
      return undefined;
    }
    try {
      return readWhole(file);
    } finally {
      closeSync(file);
    }
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

/** Typed arrays need their bytes at a multiple of their width. */
function aligned(bytes: Buffer): Buffer {
  const copy = Buffer.from(new ArrayBuffer(bytes.length));
  bytes.copy(copy);
  return copy;
}

function readWhole(file: number): Buffer {
  const parts: Buffer[] = [];
  const part = Buffer.allocUnsafe(1 << 20);
  for (;;) {
    const read = readSync(file, part, 0, part.length, null);
    if (read === 0) break;
    parts.push(Buffer.from(part.subarray(0, read)));
  }
  return aligned(Buffer.concat(parts));
}

function writeWhole(file: number, bytes: Uint8Array): void {
  let from = 0;
  while (from < bytes.length) from += writeSync(file, bytes, from);
}
