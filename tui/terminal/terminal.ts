import type { Size } from '../state/state.ts';
import { enterSequence, leaveSequence, mouseOff, mouseOn } from './modes.ts';

export type TerminalStreams = {
  readonly stdin: { readonly setRawMode: (raw: boolean) => unknown };
  readonly stdout: { readonly columns?: number; readonly rows?: number };
  /** Writes at once, also while the process ends. */
  readonly writeNow: (text: string) => void;
  /** Rows at the bottom that nothing may be written on: a Windows console scrolls there. */
  readonly spareRows: number;
};

/** A terminal that was taken over. It is given back once, by one write, whatever the way out. */
export class Terminal {
  readonly #streams: TerminalStreams;
  #entered = false;
  #mouse = false;

  constructor(streams: TerminalStreams) {
    this.#streams = streams;
  }

  /** Cells that may be drawn on. A pty without a size counts as 80×24. */
  size(): Size {
    const { stdout, spareRows } = this.#streams;
    return { columns: orElse(stdout.columns, 80), rows: Math.max(1, orElse(stdout.rows, 24) - spareRows) };
  }

  enter(): void {
    this.#streams.stdin.setRawMode(true);
    this.#entered = true;
    this.#streams.writeNow(enterSequence + (this.#mouse ? mouseOn : ''));
  }

  /** `last` stands on the main screen then. */
  leave(last = ''): void {
    if (!this.#entered) return;
    this.#entered = false;
    // The terminal may be gone already.
    try {
      this.#streams.writeNow(leaveSequence({ mouse: this.#mouse }) + last);
      this.#streams.stdin.setRawMode(false);
    } catch {}
  }

  setMouse(on: boolean): void {
    if (on === this.#mouse) return;
    this.#mouse = on;
    if (this.#entered) this.#streams.writeNow(on ? mouseOn : mouseOff);
  }

  get entered(): boolean {
    return this.#entered;
  }
}

function orElse(value: number | undefined, fallback: number): number {
  return value === undefined || value === 0 ? fallback : value;
}
