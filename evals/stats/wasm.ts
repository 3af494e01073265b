/** Bytes of a WebAssembly instruction, its operands' code before its own. */
export type Code = readonly number[];

type ValueType = 'i32' | 'i64' | 'f64' | 'v128';

const TYPES: { readonly [type in ValueType]: number } = { i32: 0x7f, i64: 0x7e, f64: 0x7c, v128: 0x7b };

/** One function, exported as `run`, and a memory of at first one page, exported as `memory`. */
export type WasmProgram = {
  readonly params: readonly ValueType[];
  readonly result: ValueType;
  /** Numbered behind the parameters; zero at the start. */
  readonly locals: readonly ValueType[];
  readonly body: readonly Code[];
};

/**
 * The bytes of a module (WebAssembly core specification 2.0, chapter 5): a type, a function, a memory, their
 * exports and the code. It is built here from readable parts, since bytes that nobody can read are no source.
 */
export function wasmModule({ params, result, locals, body }: WasmProgram): Uint8Array<ArrayBuffer> {
  const types = (list: readonly ValueType[]) => vector(list.map(type => [TYPES[type]]));
  const code = [...vector(locals.map(type => [1, TYPES[type]])), ...body.flat(), END];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [[0x60, ...types(params), ...types([result])]]),
    ...section(3, [[0]]),
    ...section(5, [[0x00, 1]]),
    ...section(7, [
      [...name('memory'), 0x02, 0],
      [...name('run'), 0x00, 0],
    ]),
    ...section(10, [[...unsigned(code.length), ...code]]),
  ]);
}

const END = 0x0b;

// Structure

/** Code that runs once more whenever `againIf` in it says so. */
export function loop(...body: readonly Code[]): Code {
  return [0x03, 0x40, ...body.flat(), END];
}

/** Back to the start of the innermost loop when an i32 is not 0. */
export function againIf(condition: Code): Code {
  return [...condition, 0x0d, 0];
}

// Locals

export function get(local: number): Code {
  return [0x20, ...unsigned(local)];
}

export function set(local: number, value: Code): Code {
  return [...value, 0x21, ...unsigned(local)];
}

// Constants

export function i32(value: number): Code {
  return [0x41, ...signed(BigInt(value))];
}

/** value: modulo 2^64. */
export function i64(value: bigint): Code {
  return [0x42, ...signed(BigInt.asIntN(64, value))];
}

export const TWO_ZEROS: Code = [0xfd, 12, ...Array<number>(16).fill(0)];

// Arithmetic: two operands, then the operation

export const add32 = binary(0x6a);
export const sub32 = binary(0x6b);
export const shiftLeft32 = binary(0x74);
export const add64 = binary(0x7c);
export const mul64 = binary(0x7e);
export const xor64 = binary(0x85);
export const shiftRight64 = binary(0x88);
export const addTwoDoubles = binary(0xfd, ...unsigned(0xf0), 1);

/** The low 32 bits. */
export function low32(value: Code): Code {
  return [...value, 0xa7];
}

/** An i32 as an unsigned i64. */
export function widened(value: Code): Code {
  return [...value, 0xad];
}

// Memory: the address is an i32, the offset a constant added to it

export function load32(address: Code, offset = 0): Code {
  return [...address, 0x28, 2, ...unsigned(offset)];
}

export function loadTwoDoubles(address: Code, offset: number): Code {
  return [...address, 0xfd, 0, 3, ...unsigned(offset)];
}

export function storeTwoDoubles(address: Code, offset: number, value: Code): Code {
  return [...address, ...value, 0xfd, 11, 3, ...unsigned(offset)];
}

function binary(...operation: Code): (left: Code, right: Code) => Code {
  return (left, right) => [...left, ...right, ...operation];
}

function section(id: number, items: readonly Code[]): Code {
  const content = vector(items);
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function name(text: string): Code {
  return vector(Array.from(Buffer.from(text), byte => [byte]));
}

/** LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: bigint): Code {
  const low = Number(BigInt.asUintN(7, value));
  const rest = value >> 7n;
  const isLast = (rest === 0n && low < 0x40) || (rest === -1n && low >= 0x40);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}
