import { LANES, multipliersOf, RESAMPLE, ROW_BYTES, ROW_TABLE } from './resample-program.ts';
import { wasmModule } from './wasm.ts';

const PAGE_BYTES = 1 << 16;

/**
 * The sums of resamples: per column, resample after resample, n values drawn with replacement from one stream of
 * splitmix64 that begins at seed and added left to right. columns: of one length n, from 2 to 2^26. Each equals what
 * it would be alone. In 64-bit integers of WebAssembly, since a large run draws more than a thousand million times.
 */
export function resampledSums(
  columns: readonly ArrayLike<number>[],
  resamples: number,
  seed: bigint,
): Float64Array[] {
  const sums = columns.map(() => new Float64Array(resamples));
  for (let lane = 0; lane < columns.length; lane += LANES) {
    addUp(columns.slice(lane, lane + LANES), seed, sums.slice(lane, lane + LANES));
  }
  return sums;
}

function addUp(columns: readonly ArrayLike<number>[], seed: bigint, sums: readonly Float64Array[]): void {
  const n = columns[0]?.length ?? 0;
  const { run, memory } = loaded();
  layOut(columns, n, memory);
  const multipliers = multipliersOf(n);
  const totals = new Float64Array(memory.buffer, 0, LANES);
  let state = BigInt.asIntN(64, seed);
  for (let resample = 0; resample < (sums[0]?.length ?? 0); resample += 1) {
    state = run(state, multipliers, n);
    for (const [lane, sum] of sums.entries()) sum[resample] = totals[lane] ?? 0;
  }
}

/**
 * Equal rows once, and a table of where the row of each index lies: per-case figures have few distinct values, so
 * that the rows of 200,000 cases stay in the cache.
 */
function layOut(columns: readonly ArrayLike<number>[], n: number, memory: WebAssembly.Memory): void {
  const { numbers, firsts } = numberRows(columns, n);
  const rowsAt = Math.ceil((ROW_TABLE + n * 4) / ROW_BYTES) * ROW_BYTES;
  const missing = rowsAt + firsts.length * ROW_BYTES - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  const table = new Int32Array(memory.buffer, ROW_TABLE, n);
  for (let i = 0; i < n; i += 1) table[i] = rowsAt + (numbers[i] ?? 0) * ROW_BYTES;
  const rows = new Float64Array(memory.buffer, rowsAt, firsts.length * LANES).fill(0);
  for (const [lane, column] of columns.entries()) {
    for (const [row, first] of firsts.entries()) rows[row * LANES + lane] = column[first] ?? 0;
  }
}

/** Distinct rows numbered from 0, and where each stands first. Column by column: a pair of numbers is a number. */
function numberRows(
  columns: readonly ArrayLike<number>[],
  n: number,
): { readonly numbers: Int32Array; readonly firsts: readonly number[] } {
  const numbers = new Int32Array(n);
  let firsts: number[] = [0];
  for (const column of columns) {
    const values = new Map<number, number>();
    const pairs = new Map<number, number>();
    firsts = [];
    for (let i = 0; i < n; i += 1) {
      const value = numbered(values, column[i] ?? 0, values.size);
      const pair = numbered(pairs, (numbers[i] ?? 0) * n + value, firsts.length);
      if (pair === firsts.length) firsts.push(i);
      numbers[i] = pair;
    }
  }
  return { numbers, firsts };
}

function numbered(numbers: Map<number, number>, key: number, next: number): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, next);
  return next;
}

type Loaded = {
  readonly memory: WebAssembly.Memory;
  readonly run: (state: bigint, multipliers: readonly [bigint, bigint], n: number) => bigint;
};

let kept: Loaded | undefined;

/** Compiled on first use, which takes a millisecond. */
function loaded(): Loaded {
  kept ??= load();
  return kept;
}

function load(): Loaded {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasmModule(RESAMPLE)));
  const { memory, run } = exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof run !== 'function') {
    throw new TypeError('the program exports no memory and no function');
  }
  return {
    memory,
    run: (state, multipliers, n) => {
      const next: unknown = run(state, ...multipliers, n);
      if (typeof next !== 'bigint') throw new TypeError('the program gives no state');
      return next;
    },
  };
}
