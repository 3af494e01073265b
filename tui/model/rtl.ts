import type { Line, Pen, Span } from './pen.ts';

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and the others that are written from the right, with their forms. */
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const MARK = '[rtl]';

/**
 * A line of a pane with what runs to the left marked, and nothing behind it: terminals that turn such text round would
 * draw what follows in its midst (tui-cli.md 14). What stood there goes on below.
 */
export function rtlLines(line: Line, pen: Pen): readonly Line[] {
  const at = line.findIndex(isRtl);
  const span = line[at];
  if (span === undefined) return [line];
  const rest = line.slice(at + 1);
  const marked = [...line.slice(0, at), pen.span(`${MARK} `, 'muted'), span];
  return rest.every(({ text }) => text.trim() === '') ? [marked] : [marked, ...rtlLines(rest, pen)];
}

/** A cell of a list. Only the last of a row shows the text itself; in the others the mark stands for it. */
export function rtlCell(spans: Line, isLast: boolean, pen: Pen): Line {
  if (!spans.some(isRtl)) return spans;
  const mark = pen.span(MARK, 'muted');
  if (isLast) return [mark, pen.span(' '), ...spans];
  return spans.map(span => (isRtl(span) ? mark : span));
}

/** A text in the midst of a line of ours. */
export function rtlText(text: string): string {
  return RTL.test(text) ? MARK : text;
}

function isRtl({ text }: Span): boolean {
  return RTL.test(text);
}
