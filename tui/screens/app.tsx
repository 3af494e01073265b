import { Box, render } from 'ink';
import { memo, type ReactElement, useSyncExternalStore } from 'react';
import type { Frames } from '../terminal/frames.ts';
import { Row } from './row.tsx';

/**
 * Mounts the interface with Ink at the first row of a screen that is ours already (tui-cli.md 12); the answer
 * unmounts it. Ink neither reads keys nor switches screens nor patches the console here; it keeps the rows on the
 * terminal up to date.
 */
export function mountFrames(frames: Frames, stdout: NodeJS.WriteStream): () => void {
  const { unmount } = render(<Screen frames={frames} />, {
    stdout,
    alternateScreen: false,
    incrementalRendering: true,
    maxFps: 60,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    concurrent: false,
    isScreenReaderEnabled: false,
  });
  return unmount;
}

const Screen = memo(function Screen({ frames }: { readonly frames: Frames }): ReactElement {
  const rows = useSyncExternalStore(frames.subscribe, frames.rows);
  return (
    <Box flexDirection="column">
      {rows.map((text, index) => (
        // A row has no identity but its place on the screen.
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a terminal are their places
        <Row key={index} text={text} />
      ))}
    </Box>
  );
});
