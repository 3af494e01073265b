/**
 * The control sequences in what a program wrote to a terminal, each as text with ESC as `^[`. Control characters that
 * stand alone count as well.
 */
export function writtenSequences(output: string): readonly string[] {
  const found = output.matchAll(
    /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g,
  );
  return Array.from(found, ([sequence]) => sequence.replaceAll('\u001b', '^['));
}

/** Every sequence that the interface and its library may write (tui-cli.md 12); numbers stand for themselves. */
const OURS: readonly RegExp[] = [
  /^\^\[\[\?(1049|25|2004|2026|1000|1002|1006)[hl]$/,
  // Colours and styles.
  /^\^\[\[[0-9;]*m$/,
  // Cursor: home, a cell, a column, up, down, next row.
  /^\^\[\[(\d+;\d+)?H$/,
  /^\^\[\[\d*[GABE]$/,
  // Erase to the end of a row, and down from the cursor.
  /^\^\[\[[K]$/,
];

export function isOurs(sequence: string): boolean {
  return OURS.some(form => form.test(sequence));
}

/** Sequences that blank a whole screen or its history. */
export function fullClears(output: string): number {
  return writtenSequences(output).filter(sequence => /^\^\[\[[23]J$|^\^\[c$/.test(sequence)).length;
}
