import {
  add64,
  addTwoDoubles,
  againIf,
  and64,
  type Code,
  either,
  get,
  i32,
  i64,
  isBelow32,
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
  sub64,
  type WasmProgram,
  widened,
  xor64,
} from './wasm.ts';

/** Columns that one pass adds up side by side. */
export const LANES = 6;
/** Bytes of the sums at address 0, and of a row of values. */
export const ROW_BYTES = LANES * 8;
/** Address of the table that gives, for every index, the address of its row. */
export const ROW_TABLE = ROW_BYTES;

// Parameters: the state, floor(2^64 / n), and n, from 2 to 2^26.
const [STATE, INVERSE, N] = [0, 1, 2];
// Locals.
const [LEFT, OUTPUT, INDEX, LESS, ROW] = [3, 4, 5, 6, 7];
/** Two running sums each. */
const SUMS = [8, 9, 10];

/**
 * One resample: n draws of splitmix64 (scoring.md 13.1), each taken modulo n, and the six values of the row that it
 * names added to six sums, left to right. Leaves the sums at address 0 and gives the state behind the last draw.
 */
export const RESAMPLE: WasmProgram = {
  params: ['i64', 'i64', 'i32'],
  result: 'i64',
  locals: ['i32', 'i64', 'i32', 'i32', 'i32', 'v128', 'v128', 'v128'],
  body: [
    set(LEFT, get(N)),
    loop(...draw(), ...reduce(), ...addRow(), set(LEFT, sub32(get(LEFT), i32(1))), againIf(get(LEFT))),
    ...SUMS.map((sum, i) => storeTwoDoubles(i32(0), i * 16, get(sum))),
    get(STATE),
  ],
};

function draw(): Code[] {
  return [
    set(STATE, add64(get(STATE), i64(0x9e3779b97f4a7c15n))),
    set(OUTPUT, mul64(foldedBy(30n, STATE), i64(0xbf58476d1ce4e5b9n))),
    set(OUTPUT, mul64(foldedBy(27n, OUTPUT), i64(0x94d049bb133111ebn))),
    set(OUTPUT, foldedBy(31n, OUTPUT)),
  ];
}

/**
 * INDEX = OUTPUT modulo n without a division (Barrett 1986). The quotient is the upper half of OUTPUT times INVERSE,
 * of which three of four partial products are enough: it falls short by 3 at most, so what is left is below 4 n and
 * two steps bring it below n.
 */
function reduce(): Code[] {
  const carried = add64(
    upper(mul64(upper(get(OUTPUT)), lower(get(INVERSE)))),
    upper(mul64(lower(get(OUTPUT)), upper(get(INVERSE)))),
  );
  const quotient = add64(mul64(upper(get(OUTPUT)), upper(get(INVERSE))), carried);
  return [
    set(INDEX, low32(sub64(get(OUTPUT), mul64(quotient, widened(get(N)))))),
    ...lessIfItCan(shiftLeft32(get(N), i32(1))),
    ...lessIfItCan(get(N)),
  ];
}

/** INDEX less an amount, unless that is below 0. Without a branch: no one could foretell it. */
function lessIfItCan(amount: Code): Code[] {
  return [
    set(LESS, sub32(get(INDEX), amount)),
    set(INDEX, either(get(INDEX), get(LESS), isBelow32(get(LESS), i32(0)))),
  ];
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

function lower(value: Code): Code {
  return and64(value, i64(0xffff_ffffn));
}
