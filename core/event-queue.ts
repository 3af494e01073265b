/** Reads events again that no longer wait: all after `after` (undefined: from the first), up to `through`. */
export type Replay<Event> = (after: Event | undefined, through: Event) => AsyncIterable<Event>;

/**
 * Hands events from work to one consumer without ever making the work wait. Once the stream can be read elsewhere, at
 * most twice `bound` events are held: those that the consumer has in hand and those that wait. A consumer that falls
 * further behind reads what it missed there, and then goes on live; no event is lost, repeated or out of order.
 */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #bound: number;
  #replay: Replay<Event> | undefined;
  #waiting: Event[] = [];
  /** The newest event of those that were let go; nothing waits while there is one. */
  #missed: Event | undefined;
  #wake: (() => void) | undefined;
  #closed = false;

  constructor(bound: number) {
    this.#bound = bound;
  }

  /**
   * From here on events may be let go: `replay` gives them again, also those of before. missed: the newest event that
   * happened before this queue was there; the consumer reads up to it first.
   */
  backedBy(replay: Replay<Event>, missed?: Event): void {
    this.#replay = replay;
    if (missed !== undefined) this.#missed = missed;
  }

  push(event: Event): void {
    if (this.#closed) return;
    const isFull = this.#replay !== undefined && this.#waiting.length >= this.#bound;
    if (this.#missed !== undefined || isFull) {
      this.#waiting = [];
      this.#missed = event;
    } else {
      this.#waiting.push(event);
    }
    this.#wake?.();
  }

  /** Ends the stream after what is waiting. */
  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  /** Rejects with what the replay rejects with. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void> {
    let last: Event | undefined;
    while (true) {
      for await (const event of this.#next(last)) {
        last = event;
        yield event;
      }
      if (this.#missed !== undefined || this.#waiting.length > 0) continue;
      if (this.#closed) return;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }

  /** What was missed, or what waits; either way new events wait from now on. */
  #next(last: Event | undefined): AsyncIterable<Event> | Iterable<Event> {
    const missed = this.#missed;
    if (missed !== undefined && this.#replay !== undefined) {
      this.#missed = undefined;
      return this.#replay(last, missed);
    }
    const batch = this.#waiting;
    this.#waiting = [];
    return batch;
  }
}
