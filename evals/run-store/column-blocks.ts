import type { IndexBytes } from './column-files.ts';
import type { NumberAt } from './types.ts';

/** Numbers in memory at a time; fewer are read where somebody jumps about. */
const BLOCK = 1 << 15;
const JUMP = 1 << 8;

/** The number at a place of a column of 32-bit words, NaN where it has none. */
export function wordBlocks(bytes: IndexBytes, name: string): NumberAt {
  return blocks(bytes, name, size => new Uint32Array(size));
}

/** The same of 64-bit floats. */
export function numberBlocks(bytes: IndexBytes, name: string): NumberAt {
  return blocks(bytes, name, size => new Float64Array(size));
}

function blocks(
  bytes: IndexBytes,
  name: string,
  make: (size: number) => Uint32Array | Float64Array,
): NumberAt {
  let block = make(0);
  let [from, to] = [0, 0];
  const load = (at: number): void => {
    // Whoever goes on from where the last block ended will go on.
    const wanted = at >= from && at <= to + BLOCK ? BLOCK : JUMP;
    if (wanted > block.length) block = make(wanted);
    const { BYTES_PER_ELEMENT: width } = block;
    from = at;
    to =
      at + Math.floor(bytes.fill(name, at * width, new Uint8Array(block.buffer, 0, wanted * width)) / width);
  };
  return at => {
    if (at < from || at >= to) {
      if (at < 0) return Number.NaN;
      load(at);
      if (at >= to) return Number.NaN;
    }
    return block[at - from] ?? Number.NaN;
  };
}
