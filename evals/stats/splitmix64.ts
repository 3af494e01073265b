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

  /**
   * `picks.length` draws of `index(n)` at once. The limbs stay in local 32-bit integers: fields would hold them as
   * boxed numbers, and a bootstrap draws hundreds of millions.
   */
  fill(picks: Int32Array, n: number): void {
    const wordRest = WORD % n;
    let [stateHi, stateLo] = [this.#stateHi | 0, this.#stateLo | 0];
    for (let i = 0; i < picks.length; i += 1) {
      stateLo = (stateLo + 0x7f4a7c15) | 0;
      stateHi = (stateHi + 0x9e3779b9 + (stateLo >>> 0 < 0x7f4a7c15 ? 1 : 0)) | 0;
      let lo = stateLo ^ ((stateLo >>> 30) | (stateHi << 2));
      let hi = stateHi ^ (stateHi >>> 30);
      hi = (highWord(lo, 0xe5b9, 0x1ce4) + Math.imul(lo, 0xbf58476d) + Math.imul(hi, 0x1ce4e5b9)) | 0;
      lo = Math.imul(lo, 0x1ce4e5b9);
      lo ^= (lo >>> 27) | (hi << 5);
      hi ^= hi >>> 27;
      hi = (highWord(lo, 0x11eb, 0x1331) + Math.imul(lo, 0x94d049bb) + Math.imul(hi, 0x133111eb)) | 0;
      lo = Math.imul(lo, 0x133111eb);
      lo ^= (lo >>> 31) | (hi << 1);
      hi ^= hi >>> 31;
      picks[i] = rest(((hi >>> 0) % n) * wordRest + (lo >>> 0), n);
    }
    this.#stateHi = stateHi >>> 0;
    this.#stateLo = stateLo >>> 0;
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

/** The upper 32 bits of lo times a constant that is given as its two halves; no partial sum passes 32 bits. */
function highWord(lo: number, byLow: number, byHigh: number): number {
  const low = lo & 0xffff;
  const high = lo >>> 16;
  const middle = Math.imul(high, byLow) + (Math.imul(low, byLow) >>> 16);
  const cross = Math.imul(low, byHigh) + (middle & 0xffff);
  return (Math.imul(high, byHigh) + (middle >>> 16) + (cross >>> 16)) | 0;
}

/** value % n for integers below 2^53; a division and its correction take a fraction of the time of `%` on doubles. */
function rest(value: number, n: number): number {
  const found = value - Math.floor(value / n) * n;
  return found < 0 ? found + n : found;
}
