/** Modes that are switched on in a terminal, so that exactly these are switched off again. */
export type Modes = { readonly mouse: boolean };

const ESC = '\u001b';

/** Alternate screen, hidden cursor, bracketed paste; the screen is then drawn from its first cell. */
export const enterSequence = `${ESC}[?1049h${ESC}[?25l${ESC}[?2004h${ESC}[H`;

export const mouseOn = `${ESC}[?1000h${ESC}[?1002h${ESC}[?1006h`;
export const mouseOff = `${ESC}[?1006l${ESC}[?1002l${ESC}[?1000l`;

export const beginSynchronized = `${ESC}[?2026h`;
export const endSynchronized = `${ESC}[?2026l`;

/** Written once on every way out (tui-cli.md 12): the terminal is as it was found. */
export function leaveSequence({ mouse }: Modes): string {
  return `${endSynchronized}${mouse ? mouseOff : ''}${ESC}[?2004l${ESC}[0m${ESC}[?25h${ESC}[?1049l`;
}

/** For `--restore` after a kill -9, when it is not known what was on. */
export const restoreSequence = `${endSynchronized}${mouseOff}${ESC}[?1004l${ESC}[?2004l${ESC}[0m${ESC}[?25h${ESC}[?1049l`;

export const home = `${ESC}[H`;

/** To the first cell of a row, which is emptied. Before its text, because a full row would lose its last cell. */
export function emptyRow(row: number): string {
  return `${ESC}[${row + 1};1H${ESC}[K`;
}
