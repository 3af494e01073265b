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
  #waiting: Event[] = [];
  #wake: (() => void) | undefined;
  #closed = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(rule: QueueRule<Event>) {
    this.#rule = rule;
  }

  push(event: Event): void {
    if (this.#closed) return;
    const kind = this.#rule.coalesce(event);
    if (kind !== undefined) this.#waiting = this.#waiting.filter(old => this.#rule.coalesce(old) !== kind);
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
      yield* batch;
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
