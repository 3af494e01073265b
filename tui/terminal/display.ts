import type { Frames } from './frames.ts';
import type { ScreenStream } from './host.ts';
import { type InkOutput, inkOutput } from './ink-output.ts';
import { home } from './modes.ts';
import { Painter } from './painter.ts';

export type DisplayPorts = {
  readonly stdout: ScreenStream;
  readonly write: (text: string) => void;
};

type Library = typeof import('../screens/app.tsx');

/**
 * Keeps the rows of a terminal up to date. A painter of our own draws from the first moment on; the UI library takes
 * over on the same cells once it is loaded (tui-cli.md 12). What shakes the whole screen (a resize, another program)
 * is painted by us and the library mounted anew, so that it never clears a screen and never meets one it did not draw.
 */
export class Display {
  readonly #frames: Frames;
  readonly #ports: DisplayPorts;
  readonly #painter: Painter;
  #library: Library | undefined;
  #quiet: (() => void) | undefined;
  #mounted: { readonly output: InkOutput; readonly unmount: () => void } | undefined;

  constructor(frames: Frames, ports: DisplayPorts) {
    this.#frames = frames;
    this.#ports = ports;
    this.#painter = new Painter(ports.write);
  }

  /** Draws the whole screen and what changes from now on. */
  start(): void {
    this.stop();
    this.#painter.forget();
    this.#painter.paint(this.#frames.rows());
    if (this.#library !== undefined) this.#mount(this.#library);
    else this.#quiet = this.#frames.subscribe(() => this.#painter.paint(this.#frames.rows()));
  }

  /** Hands what is drawn over to the UI library. */
  async load(): Promise<void> {
    this.#library = await import('../screens/app.tsx');
    if (this.#quiet === undefined) return;
    this.#quiet();
    this.#quiet = undefined;
    // The last rows may not have been painted yet.
    this.#painter.paint(this.#frames.rows());
    this.#mount(this.#library);
  }

  /** Nothing is drawn any more. */
  stop(): void {
    this.#quiet?.();
    this.#quiet = undefined;
    this.#mounted?.output.close();
    this.#mounted?.unmount();
    this.#mounted = undefined;
  }

  #mount({ mountFrames }: Library): void {
    const { stdout, write } = this.#ports;
    const output = inkOutput(stdout, this.#frames.size(), write);
    write(home);
    this.#mounted = { output, unmount: mountFrames(this.#frames, output.stream) };
  }
}
