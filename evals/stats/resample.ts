import { LANES, MOST_RESAMPLES, multipliersOf, RESAMPLE, ROW_BYTES, ROW_TABLE } from './resample-program.ts';
import { wasmModule } from './wasm.ts';

const PAGE_BYTES = 1 << 16;

/** Columns of one length n, from 2 to 2^26, and the state of splitmix64 before the first draw. */
export type Resampling = { readonly columns: readonly ArrayLike<number>[]; readonly seed: bigint };

/**
 * The sums of resamples: per column, resample after resample, n values drawn with replacement from one stream of
 * splitmix64 that begins at seed and added left to right. Each column's equal what they would be alone. resamples: up
 * to 1,365. In 64-bit integers of WebAssembly, since a large run draws more than a thousand million times.
 */
export function resampledSums(
  columns: readonly ArrayLike<number>[],
  resamples: number,
  seed: bigint,
): Float64Array[] {
  return layOut({ columns, seed }).flatMap(pass => sumsOfPass(pass, resamples));
}

/** Up to six columns of a resampling as the program takes them. */
export type Pass = {
  readonly lanes: number;
  readonly n: number;
  readonly seed: bigint;
  readonly multipliers: readonly [bigint, bigint];
  /** What stands in the program's memory from the row table on. */
  readonly image: Uint8Array;
};

export function layOut({ columns, seed }: Resampling): Pass[] {
  const passes: Pass[] = [];
  for (let lane = 0; lane < columns.length; lane += LANES) {
    const part = columns.slice(lane, lane + LANES);
    const n = part[0]?.length ?? 0;
    const image = imageOf(part, n);
    passes.push({ lanes: part.length, n, seed, multipliers: multipliersOf(n), image });
  }
  return passes;
}

function sumsOfPass(pass: Pass, resamples: number): Float64Array[] {
  return lanesOf(runPass(pass, resamples), pass.lanes);
}

/** The sums of all lanes, resample after resample. They stand in the program's memory: the next pass overwrites them. */
export function runPass({ n, seed, multipliers, image }: Pass, resamples: number): Float64Array {
  if (resamples > MOST_RESAMPLES) throw new RangeError(`${resamples} resamples do not fit`);
  const { run, memory } = loaded();
  const missing = ROW_TABLE + image.length - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  new Uint8Array(memory.buffer, ROW_TABLE).set(image);
  run(BigInt.asIntN(64, seed), ...multipliers, n, resamples);
  return new Float64Array(memory.buffer, 0, resamples * LANES);
}

export function lanesOf(sums: Float64Array, lanes: number): Float64Array[] {
  const resamples = sums.length / LANES;
  return Array.from({ length: lanes }, (_, lane) =>
    Float64Array.from({ length: resamples }, (_, resample) => sums[resample * LANES + lane] ?? 0),
  );
}

/**
 * Equal rows once, and a table of where the row of each index lies: per-case figures have few distinct values, so
 * that the rows of 200,000 cases stay in the cache.
 */
function imageOf(columns: readonly ArrayLike<number>[], n: number): Uint8Array {
  const { numbers, firsts } = numberRows(columns, n);
  const tableBytes = Math.ceil((n * 4) / ROW_BYTES) * ROW_BYTES;
  const image = new ArrayBuffer(tableBytes + firsts.length * ROW_BYTES);
  const table = new Int32Array(image, 0, n);
  for (let i = 0; i < n; i += 1) table[i] = ROW_TABLE + tableBytes + (numbers[i] ?? 0) * ROW_BYTES;
  const rows = new Float64Array(image, tableBytes);
  for (const [lane, column] of columns.entries()) {
    for (const [row, first] of firsts.entries()) rows[row * LANES + lane] = column[first] ?? 0;
  }
  return new Uint8Array(image);
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
  readonly run: (state: bigint, ofUpper: bigint, ofLower: bigint, n: number, resamples: number) => unknown;
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
  return { memory, run: (...parameters) => run(...parameters) };
}
