/** Where a finished case's line lies in the journal, in bytes without its newline. */
export type LineSpan = { readonly offset: number; readonly length: number };

/** By the ordinals of their cases. */
export type FoundLines = Pick<ReadonlyMap<number, LineSpan>, 'size' | 'has' | 'get'>;

/** Places of lines by the ordinals of their cases: two numbers each, where a Map of objects takes six times as much. */
export class LineSpans implements FoundLines {
  readonly #slots = new Map<number, number>();
  #offsets = new Float64Array(64);
  #lengths = new Float64Array(64);

  get size(): number {
    return this.#slots.size;
  }

  has(ordinal: number): boolean {
    return this.#slots.has(ordinal);
  }

  get(ordinal: number): LineSpan | undefined {
    const slot = this.#slots.get(ordinal);
    if (slot === undefined) return undefined;
    return { offset: this.#offsets[slot] ?? 0, length: this.#lengths[slot] ?? 0 };
  }

  set(ordinal: number, { offset, length }: LineSpan): void {
    const slot = this.#slots.get(ordinal) ?? this.#slots.size;
    if (slot === this.#offsets.length) this.#grow();
    this.#slots.set(ordinal, slot);
    this.#offsets[slot] = offset;
    this.#lengths[slot] = length;
  }

  #grow(): void {
    const [offsets, lengths] = [this.#offsets, this.#lengths];
    this.#offsets = new Float64Array(offsets.length * 2);
    this.#lengths = new Float64Array(lengths.length * 2);
    this.#offsets.set(offsets);
    this.#lengths.set(lengths);
  }
}
