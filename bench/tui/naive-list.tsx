import { render, Text, useInput } from 'ink';
import { type ReactElement, useState } from 'react';

const ROWS = 1000;

/** A list as one would write it first: every row is mounted, the library reads the keys and draws all of it. */
function NaiveList(): ReactElement {
  const [cursor, setCursor] = useState(0);
  useInput(input => {
    if (input === 'j') setCursor(Math.min(ROWS - 1, cursor + 1));
    if (input === 'k') setCursor(Math.max(0, cursor - 1));
  });
  return (
    <>
      {Array.from({ length: ROWS }, (_, row) => (
        <Text key={row} inverse={row === cursor}>
          {`${row === cursor ? '>' : ' '} case ${row}  pass  1.000  1.000  1.000  0.000 =`}
        </Text>
      ))}
    </>
  );
}

render(<NaiveList />, { maxFps: 60, interactive: true });
