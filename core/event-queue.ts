/** How one event treats a full queue: progress gives way to newer progress, everything else is kept. */
export type QueueRule<Event> = {
  /** Same text = a newer event replaces the older one that still waits; undefined = never dropped. */
  readonly coalesce: (event: Event) => string | undefined;
};

/**
 * Hands events from work to a presenter without ever making the work wait. Events that may coalesce keep one
 * waiting instance each, so the queue holds at most the events that never drop plus one per kind.
 */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #rule: QueueRule<Event>;
  /** Undefined: an event that gave way to a newer one of its kind. */
  #waiting: (Event | undefined)[] = [];
  /** Where the waiting event of a kind stands. */
  readonly #places = new Map<string, number>();
  #wake: (() => void) | undefined;
  #closed = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(rule: QueueRule<Event>) {
    this.#rule = rule;
  }

  push(event: Event): void {
    if (this.#closed) return;
    const kind = this.#rule.coalesce(event);
    if (kind !== undefined) {
      const older = this.#places.get(kind);
      if (older !== undefined) this.#waiting[older] = undefined;
      this.#places.set(kind, this.#waiting.length);
    }
    this.#waiting.push(event);
    this.#wake?.();
  }

  /** Ends the stream after what is waiting; with an error, the reader gets that error last. */
  close(failure?: { readonly error: unknown }): void {
    this.#closed = true;
    this.#failure = failure;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void> {
    while (true) {
      const batch = this.#waiting;
      this.#waiting = [];
      this.#places.clear();
      for (const event of batch) if (event !== undefined) yield event;
      if (this.#waiting.length > 0) continue;
      if (this.#closed) {
        if (this.#failure !== undefined) throw this.#failure.error;
        return;
      }
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }
}
