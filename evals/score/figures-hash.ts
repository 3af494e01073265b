import { createHash } from 'node:crypto';
import type { Digest } from '../../core/digest.ts';

const BLOCK_BYTES = 1 << 20;

/** SHA-256 over many short texts: their bytes are gathered, since each call of the hash costs as much as a case. */
export class FiguresHash {
  readonly #hash = createHash('sha256');
  readonly #block = Buffer.allocUnsafe(BLOCK_BYTES);
  #filled = 0;

  /** Takes texts in, one behind the other; their bytes, which are whole until the next call. */
  add(...texts: readonly string[]): Uint8Array[] {
    // No code unit takes more than three bytes.
    const most = texts.reduce((sum, { length }) => sum + length * 3, 0);
    if (most > BLOCK_BYTES - this.#filled) this.#empty();
    return texts.map(text => (most > BLOCK_BYTES ? this.#addAlone(text) : this.#addToBlock(text)));
  }

  /** Of what was taken in so far. */
  digest(): Digest {
    this.#empty();
    return `sha256:${this.#hash.copy().digest('hex')}`;
  }

  #addToBlock(text: string): Uint8Array {
    const start = this.#filled;
    this.#filled += this.#block.write(text, start);
    return this.#block.subarray(start, this.#filled);
  }

  #addAlone(text: string): Uint8Array {
    const bytes = Buffer.from(text);
    this.#hash.update(bytes);
    return bytes;
  }

  #empty(): void {
    this.#hash.update(this.#block.subarray(0, this.#filled));
    this.#filled = 0;
  }
}
