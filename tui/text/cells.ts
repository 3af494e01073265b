import stringWidth from 'string-width';

/** Cells of a text in a terminal; ambiguous characters count 1 (tui-cli.md 14). */
export function cells(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/**
 * Printable ASCII and the signs that we draw ourselves, each one cell. What holds nothing else is not worth the
 * tables of emoji, which cost more to compile than a whole list costs to print.
 */
const NARROW = /^[ -~–—…±·‹›▲▼✗≠≤≥→◇▸↵●─-▟⠀-⣿]*$/;

/** Graphemes of a text: what a reader takes for one character. */
export function graphemes(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), part => part.segment);
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - cells(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - cells(text))) + text;
}

let segmenter: Intl.Segmenter | undefined;
