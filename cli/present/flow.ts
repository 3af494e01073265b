import { cells } from '../../tui/text/cells.ts';

/** Pieces beside each other, on as few lines as `columns` cells allow; no piece is cut. */
export function flow(pieces: readonly string[], gap: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && cells(last) + gap.length + cells(piece) <= columns) {
      lines[lines.length - 1] = last + gap + piece;
    } else lines.push(piece);
  }
  return lines;
}

/**
 * A command over as many lines as it needs, a flag beside its value; each line but the last ends in a backslash, so
 * that it can be pasted.
 */
export function flowCommand(command: string, columns: number): readonly string[] {
  const pieces = command.split(/(?<!--[a-z-]+) | (?=--)/);
  const [first = '', ...rest] = flow(pieces, ' ', columns - 4);
  const lines = [first, ...rest.map(line => `  ${line}`)];
  return lines.map((line, i) => (i < lines.length - 1 ? `${line} \\` : line));
}
