/**
 * Counts the terms of one document after the other. A term's place is believed only where `terms` confirms it,
 * so that nothing needs to be cleared between documents.
 */
export class TermTally {
  #size = 0;
  #terms = new Int32Array(256);
  #counts = new Int32Array(256);
  #places = new Int32Array(4096);

  get size(): number {
    return this.#size;
  }

  reset(): void {
    this.#size = 0;
  }

  add(term: number): void {
    if (term >= this.#places.length) this.#places = widened(this.#places, term + 1);
    const place = this.#places[term] ?? 0;
    if (place < this.#size && this.#terms[place] === term) {
      this.#counts[place] = (this.#counts[place] ?? 0) + 1;
      return;
    }
    this.set(term, 1);
  }

  /** Enters a term that the document does not have yet. */
  set(term: number, count: number): void {
    if (term >= this.#places.length) this.#places = widened(this.#places, term + 1);
    if (this.#size === this.#terms.length) {
      this.#terms = widened(this.#terms, this.#size + 1);
      this.#counts = widened(this.#counts, this.#size + 1);
    }
    this.#places[term] = this.#size;
    this.#terms[this.#size] = term;
    this.#counts[this.#size] = count;
    this.#size += 1;
  }

  termAt(place: number): number {
    return this.#terms[place] ?? 0;
  }

  countAt(place: number): number {
    return this.#counts[place] ?? 0;
  }
}

function widened(numbers: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(Math.max(2 * numbers.length, least));
  wider.set(numbers);
  return wider;
}
