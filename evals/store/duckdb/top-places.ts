/** Keeps the first `most` of the places that it is offered, in the order of `isBefore`, which is total. */
export class TopPlaces {
  readonly #most: number;
  readonly #isBefore: (a: number, b: number) => boolean;
  /** A heap with the last of the kept places at its root. */
  readonly #heap: number[] = [];

  constructor(most: number, isBefore: (a: number, b: number) => boolean) {
    this.#most = most;
    this.#isBefore = isBefore;
  }

  offer(place: number): void {
    const heap = this.#heap;
    if (heap.length < this.#most) {
      heap.push(place);
      this.#rise(heap.length - 1);
      return;
    }
    const last = heap[0];
    if (last === undefined || !this.#isBefore(place, last)) return;
    heap[0] = place;
    this.#sink();
  }

  /** First to last. */
  sorted(): readonly number[] {
    return this.#heap.toSorted((a, b) => (a === b ? 0 : this.#isBefore(a, b) ? -1 : 1));
  }

  #rise(from: number): void {
    const heap = this.#heap;
    let child = from;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      const [above = 0, below = 0] = [heap[parent], heap[child]];
      if (!this.#isBefore(above, below)) return;
      heap[parent] = below;
      heap[child] = above;
      child = parent;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    let parent = 0;
    for (;;) {
      let last = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < heap.length && this.#isBefore(heap[last] ?? 0, heap[child] ?? 0)) last = child;
      }
      if (last === parent) return;
      const moved = heap[parent] ?? 0;
      heap[parent] = heap[last] ?? 0;
      heap[last] = moved;
      parent = last;
    }
  }
}
