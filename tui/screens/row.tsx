import { Text } from 'ink';
import { memo, type ReactElement } from 'react';

/** One row of the terminal, already cut to its width; it is drawn again only when its bytes change. */
export const Row = memo(function Row({ text }: { readonly text: string }): ReactElement {
  return <Text wrap="truncate">{text}</Text>;
});
