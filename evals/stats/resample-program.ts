import {
  add32,
  add64,
  addTwoDoubles,
  againIf,
  type Code,
  get,
  i32,
  i64,
  load32,
  loadTwoDoubles,
  loop,
  low32,
  mul64,
  set,
  shiftLeft32,
  shiftRight64,
  storeTwoDoubles,
  sub32,
  TWO_ZEROS,
  type WasmProgram,
  widened,
  xor64,
} from './wasm.ts';

/** Columns that one pass adds up side by side. */
export const LANES = 6;
/** Bytes of a row of values, and of the sums of a resample: those stand one after the other from address 0. */
export const ROW_BYTES = LANES * 8;
/** Address of the table that gives, for every index, the address of its row. */
export const ROW_TABLE = 1 << 16;
export const MOST_RESAMPLES = Math.floor(ROW_TABLE / ROW_BYTES);

// Parameters: the state, two multipliers (multipliersOf), n, from 2 to 2^26, and how many resamples.
const [STATE, OF_UPPER, OF_LOWER, N, RESAMPLES] = [0, 1, 2, 3, 4];
// Locals.
const [LEFT, OUTPUT, INDEX, ROW, SUMS_AT] = [5, 6, 7, 8, 9];
/** Two running sums each. */
const SUMS = [10, 11, 12];

/**
 * Resamples: each n draws of splitmix64 (scoring.md 13.1), taken modulo n, and the six values of the row that a draw
 * names added to six sums, left to right. Leaves the sums at address 0 and gives the state behind the last draw.
 */
export const RESAMPLE: WasmProgram = {
  params: ['i64', 'i64', 'i64', 'i32', 'i32'],
  result: 'i64',
  locals: ['i32', 'i64', 'i32', 'i32', 'i32', 'v128', 'v128', 'v128'],
  body: [
    loop(
      ...SUMS.map(sum => set(sum, TWO_ZEROS)),
      set(LEFT, get(N)),
      loop(...draw(), ...reduce(), ...addRow(), ...countDown(LEFT)),
      ...SUMS.map((sum, i) => storeTwoDoubles(get(SUMS_AT), i * 16, get(sum))),
      set(SUMS_AT, add32(get(SUMS_AT), i32(ROW_BYTES))),
      ...countDown(RESAMPLES),
    ),
    get(STATE),
  ],
};

/** The end of a loop: once more unless a count has come to 0. */
function countDown(count: number): Code[] {
  return [set(count, sub32(get(count), i32(1))), againIf(get(count))];
}

function draw(): Code[] {
  return [
    set(STATE, add64(get(STATE), i64(0x9e3779b97f4a7c15n))),
    set(OUTPUT, mul64(foldedBy(30n, STATE), i64(0xbf58476d1ce4e5b9n))),
    set(OUTPUT, mul64(foldedBy(27n, OUTPUT), i64(0x94d049bb133111ebn))),
    set(OUTPUT, foldedBy(31n, OUTPUT)),
  ];
}

/**
 * INDEX = OUTPUT modulo n without a division, by the fraction of OUTPUT / n (Lemire, Kaser & Kurz 2019, whose division
 * of 32 bits is done for each half here). In units of 2^-64 the sum of both products, which drops what is whole, is
 * the fraction or up to 2^33 more, as each multiplier is up to 1 too large. Its upper 32 bits and one, times n, are
 * then the index and less than 3 n / 2^32 more in units of 2^-32.
 */
function reduce(): Code[] {
  const fraction = add64(
    mul64(upper(get(OUTPUT)), get(OF_UPPER)),
    mul64(widened(low32(get(OUTPUT))), get(OF_LOWER)),
  );
  return [set(INDEX, low32(upper(mul64(add64(upper(fraction), i64(1n)), widened(get(N))))))];
}

/** What one unit of the upper and of the lower half of an output adds to its fraction, in units of 2^-64. */
export function multipliersOf(n: number): readonly [ofUpper: bigint, ofLower: bigint] {
  const divisor = BigInt(n);
  return [BigInt.asIntN(64, 2n ** 96n / divisor + 1n), BigInt.asIntN(64, 2n ** 64n / divisor + 1n)];
}

function addRow(): Code[] {
  return [
    set(ROW, load32(shiftLeft32(get(INDEX), i32(2)), ROW_TABLE)),
    ...SUMS.map((sum, i) => set(sum, addTwoDoubles(get(sum), loadTwoDoubles(get(ROW), i * 16)))),
  ];
}

function foldedBy(bits: bigint, local: number): Code {
  return xor64(get(local), shiftRight64(get(local), i64(bits)));
}

function upper(value: Code): Code {
  return shiftRight64(value, i64(32n));
}
