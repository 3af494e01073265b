import { Box, render } from 'ink';
import { memo, type ReactElement, useSyncExternalStore } from 'react';
import type { DrawnLine } from '../linear/lines.ts';
import { Row } from './row.tsx';

/** The lines to draw now and when they change: all that the components know. */
export type FrameStore = {
  readonly lines: () => readonly DrawnLine[];
  readonly subscribe: (listener: () => void) => () => void;
  /** A drawn line with its colours. */
  readonly paint: (line: DrawnLine) => string;
};

export type Mounted = { readonly unmount: () => void; readonly flushed: () => Promise<void> };

/**
 * Mounts the interface with Ink at the first row of a screen that is ours already (tui-cli.md 12). Ink neither reads
 * keys nor switches screens nor patches the console here; it keeps the rows on the terminal up to date.
 */
export function mountFrames(store: FrameStore, streams: { readonly stdout: NodeJS.WriteStream; readonly stdin: NodeJS.ReadStream }): Mounted {
  const ink = render(<Screen store={store} />, {
    stdout: streams.stdout,
    stdin: streams.stdin,
    alternateScreen: false,
    incrementalRendering: true,
    maxFps: 60,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    concurrent: false,
  });
  return { unmount: ink.unmount, flushed: () => ink.waitUntilRenderFlush() };
}

const Screen = memo(function Screen({ store }: { readonly store: FrameStore }): ReactElement {
  const lines = useSyncExternalStore(store.subscribe, store.lines);
  return (
    <Box flexDirection="column">
      {lines.map((line, index) => (
        // A line has no identity but its place on the screen.
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a terminal are their places
        <Row key={index} text={store.paint(line)} />
      ))}
    </Box>
  );
});
