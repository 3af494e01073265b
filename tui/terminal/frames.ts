import type { DrawnLine } from '../linear/lines.ts';
import type { Size } from '../state/state.ts';

/** The rows on the screen and when they change: all that what draws them knows. */
export type Frames = {
  readonly size: () => Size;
  /** As many as the screen has rows, coloured; the same array until something changes. */
  readonly rows: () => readonly string[];
  readonly subscribe: (listener: () => void) => () => void;
};

export type FrameSource = {
  readonly size: () => Size;
  readonly lines: () => readonly DrawnLine[];
  readonly paint: (line: DrawnLine) => string;
};

/** Frames of a session. Keys that come in one piece lead to one frame: it is made when they all were played. */
export function createFrames(source: FrameSource): Frames & { readonly changed: () => void } {
  const listeners = new Set<() => void>();
  let rows: readonly string[] | undefined;
  let told = true;
  const tell = (): void => {
    told = true;
    for (const listener of listeners) listener();
  };
  return {
    size: source.size,
    rows: () => {
      rows ??= wholeScreen(source);
      return rows;
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed: () => {
      rows = undefined;
      if (!told) return;
      told = false;
      queueMicrotask(tell);
    },
  };
}

/** A frame may be shorter than the screen; each row that it leaves is blank, so that nothing older shines through. */
function wholeScreen({ size, lines, paint }: FrameSource): readonly string[] {
  const { columns, rows } = size();
  const painted = lines().slice(0, rows).map(paint);
  const blank = ' '.repeat(columns);
  return [...painted, ...Array.from({ length: rows - painted.length }, () => blank)];
}
