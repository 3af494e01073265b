/**
 * Columns by place that the calls of a batch write to, one after the other. A call leaves them as it found them:
 * `matched`, `sums`, `passed` and the totals all 0. Only `scores` and `inside` keep what was written.
 */
export class Scratch {
  /** Tokens of the question that the row matches. */
  matched = new Int32Array(0);
  /** Counts of a token of which several terms are looked up. */
  sums = new Int32Array(0);
  passed = new Uint8Array(0);
  inside = new Uint8Array(0);
  scores = new Float64Array(0);
  /** Lexical units, exact below 2^53; questions that could go beyond use `wideTotals`. */
  totals = new Float64Array(0);
  wideTotals = new BigInt64Array(0);

  #pool = new Int32Array(1 << 16);
  #used = 0;

  /** Room for `size` integers until `release`, with anything in it: fresh arrays for each token keep the collector busy. */
  integers(size: number): Int32Array {
    const first = this.#used;
    this.#used += size;
    return this.#used <= this.#pool.length ? this.#pool.subarray(first, this.#used) : new Int32Array(size);
  }

  /** Takes back what `integers` gave. */
  release(): void {
    const most = Math.min(this.#used, MOST_POOLED);
    if (most > this.#pool.length) this.#pool = new Int32Array(Math.min(2 * most, MOST_POOLED));
    this.#used = 0;
  }

  /** Makes room for rows up to `size`. Nothing may be using it. */
  reserve(size: number): void {
    if (size <= this.matched.length) return;
    this.matched = new Int32Array(size);
    this.sums = new Int32Array(size);
    this.passed = new Uint8Array(size);
    this.inside = new Uint8Array(size);
    this.scores = new Float64Array(size);
    this.totals = new Float64Array(size);
    this.wideTotals = new BigInt64Array(0);
  }

  /** Made with the first question that needs it. */
  wide(): BigInt64Array {
    if (this.wideTotals.length < this.matched.length)
      this.wideTotals = new BigInt64Array(this.matched.length);
    return this.wideTotals;
  }
}

/** 16 MB. */
const MOST_POOLED = 1 << 22;
