const WORD = 0x1_0000_0000;

/**
 * splitmix64 (Steele, Lea & Flood 2014) in two 32-bit limbs: a draw makes no BigInt and no object.
 * `hi` and `lo` hold the limbs of the last output, unsigned.
 */
export class Splitmix64 {
  hi = 0;
  lo = 0;
  #stateHi: number;
  #stateLo: number;

  /** seed: taken modulo 2^64. */
  constructor(seed: bigint) {
    const state = BigInt.asUintN(64, seed);
    this.#stateHi = Number(state >> 32n);
    this.#stateLo = Number(state & 0xffff_ffffn);
  }

  /** Moves to the next output. */
  advance(): void {
    const sum = this.#stateLo + 0x7f4a7c15;
    this.#stateLo = sum >>> 0;
    this.#stateHi = (this.#stateHi + 0x9e3779b9 + (sum >= WORD ? 1 : 0)) >>> 0;
    this.hi = this.#stateHi;
    this.lo = this.#stateLo;
    this.#xorShiftRight(30);
    this.#multiply(0xbf58476d, 0x1ce4e5b9);
    this.#xorShiftRight(27);
    this.#multiply(0x94d049bb, 0x133111eb);
    this.#xorShiftRight(31);
  }

  /** Advances; the output modulo n, for an integer n from 1 to 2^26, where every step below 2^53 is exact. */
  index(n: number): number {
    this.advance();
    return ((this.hi % n) * (WORD % n) + this.lo) % n;
  }

  /** Advances; the output as an unsigned 64-bit integer. */
  next(): bigint {
    this.advance();
    return (BigInt(this.hi) << 32n) | BigInt(this.lo);
  }

  #xorShiftRight(bits: number): void {
    const lo = (this.lo >>> bits) | (this.hi << (32 - bits));
    this.lo = (this.lo ^ lo) >>> 0;
    this.hi = (this.hi ^ (this.hi >>> bits)) >>> 0;
  }

  /** Times a constant modulo 2^64, in 16-bit halves whose products and sums stay below 2^53. */
  #multiply(byHi: number, byLo: number): void {
    const { hi, lo } = this;
    const a = lo & 0xffff;
    const b = lo >>> 16;
    const c = byLo & 0xffff;
    const d = byLo >>> 16;
    const low = a * c;
    const middle = b * c + (low >>> 16);
    const cross = a * d + (middle & 0xffff);
    this.lo = ((cross << 16) | (low & 0xffff)) >>> 0;
    const carried = b * d + (middle >>> 16) + (cross >>> 16);
    this.hi = (carried + Math.imul(lo, byHi) + Math.imul(hi, byLo)) >>> 0;
  }
}
