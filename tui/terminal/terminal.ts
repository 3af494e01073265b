import type { Writable } from 'node:stream';
import type { Size } from '../state/state.ts';
import { enterSequence, leaveSequence, mouseOff, mouseOn } from './modes.ts';

export type TerminalStreams = {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: Writable & { readonly columns?: number; readonly rows?: number; readonly fd?: number };
  /** Writes at once, also while the process ends. */
  readonly writeNow: (text: string) => void;
};

/** A terminal that was taken over. It is given back once, by one write, whatever the way out. */
export class Terminal {
  readonly #streams: TerminalStreams;
  #entered = false;
  #mouse = false;

  constructor(streams: TerminalStreams) {
    this.#streams = streams;
  }

  /** A pty without a size counts as 80×24. */
  size(): Size {
    const { columns, rows } = this.#streams.stdout;
    return { columns: orElse(columns, 80), rows: orElse(rows, 24) };
  }

  enter(): void {
    this.#streams.stdin.setRawMode(true);
    this.#entered = true;
    this.#streams.writeNow(enterSequence + (this.#mouse ? mouseOn : ''));
  }

  leave(): void {
    if (!this.#entered) return;
    this.#entered = false;
    this.#streams.writeNow(leaveSequence({ mouse: this.#mouse }));
    // The terminal may be gone already.
    try {
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
