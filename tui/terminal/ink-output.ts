import type { ScreenStream } from './host.ts';
import { beginSynchronized, endSynchronized } from './modes.ts';

export type InkOutput = {
  readonly stream: NodeJS.WriteStream;
  /** Nothing of what the library writes from now on reaches the terminal. */
  readonly close: () => void;
};

type Done = (error?: Error | null) => void;

/**
 * The terminal as the UI library sees it. A frame goes out in one write; the size is the one that our state has, and
 * the library never hears of a resize: it is mounted anew then. Once closed it is deaf, so that its farewell frame
 * can not fall on the main screen.
 */
export function inkOutput(
  stdout: ScreenStream,
  size: { readonly columns: number; readonly rows: number },
  write: (text: string) => void,
): InkOutput {
  let open = true;
  let frame: string | undefined;
  const take = (text: string): void => {
    if (!open) return;
    if (frame === undefined && text !== beginSynchronized) write(text);
    else if (text === endSynchronized) {
      write(frame + text);
      frame = undefined;
    } else frame = (frame ?? '') + text;
  };
  const stream: NodeJS.WriteStream = Object.create(stdout, {
    ...constant({ isTTY: true, ...size }),
    ...constant({
      write: (text: string, done?: Done | string, last?: Done) => {
        take(text);
        const told = typeof done === 'function' ? done : last;
        if (told !== undefined) queueMicrotask(() => told());
        return true;
      },
      on: () => stream,
      off: () => stream,
    }),
  });
  return {
    stream,
    close: () => {
      open = false;
    },
  };
}

function constant(values: Readonly<Record<string, unknown>>): PropertyDescriptorMap {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
}
