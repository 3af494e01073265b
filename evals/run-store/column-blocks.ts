import type { IndexBytes } from './column-files.ts';

/** Numbers in memory at a time; fewer are read where somebody jumps about. */
const BLOCK = 1 << 15;
const JUMP = 1 << 8;

/** Numbers [start, end) of a column, valid until the next are asked for. */
export function wordBlocks(bytes: IndexBytes, name: string): (start: number, end: number) => Uint32Array {
  let block = new Uint32Array(0);
  let [from, to] = [0, 0];
  return (start, end) => {
    if (start < from || end > to) {
      const wanted = Math.max(end - start, readAhead(start, from, to));
      if (wanted > block.length) block = new Uint32Array(wanted);
      from = start;
      to = from + Math.floor(bytes.fill(name, from * 4, new Uint8Array(block.buffer, 0, wanted * 4)) / 4);
    }
    return block.subarray(start - from, Math.min(end, to) - from);
  };
}

/** The number at a place of a column, NaN where it has none. */
export function numberBlocks(bytes: IndexBytes, name: string): (at: number) => number {
  let block = new Float64Array(0);
  let [from, to] = [0, 0];
  return at => {
    if (at < 0) return Number.NaN;
    if (at < from || at >= to) {
      const wanted = readAhead(at, from, to);
      if (wanted > block.length) block = new Float64Array(wanted);
      from = at;
      to = from + Math.floor(bytes.fill(name, from * 8, new Uint8Array(block.buffer, 0, wanted * 8)) / 8);
    }
    return at < to ? (block[at - from] ?? Number.NaN) : Number.NaN;
  };
}

/** Whoever goes on from where the last block ended will go on. */
function readAhead(start: number, from: number, to: number): number {
  return start >= from && start <= to + BLOCK ? BLOCK : JUMP;
}
