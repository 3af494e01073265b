import { beginSynchronized, emptyRow, endSynchronized } from './modes.ts';

/**
 * Rows on a terminal without any library: the first frames, and the whole screen anew after a resize or another
 * program. Writes what differs from the rows drawn before, in one piece.
 */
export class Painter {
  readonly #write: (text: string) => void;
  #drawn: readonly string[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Draws rows, already coloured and as many as the screen has. */
  paint(rows: readonly string[]): void {
    const changed = rows.flatMap((row, index) => (row === this.#drawn[index] ? [] : [emptyRow(index) + row]));
    this.#drawn = rows;
    if (changed.length > 0) this.#write(beginSynchronized + changed.join('') + endSynchronized);
  }

  /** What is on the screen is not known any more. */
  forget(): void {
    this.#drawn = [];
  }
}
