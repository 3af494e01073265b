import stringWidth from 'string-width';

/** Cells of a text in a terminal; ambiguous characters count 1 (tui-cli.md 14). */
export function cells(text: string): number {
  if (NARROW.test(text)) return text.length;
  if (text.length <= PIECE) return stringWidth(text);
  let sum = 0;
  for (const piece of pieces(text)) sum += stringWidth(piece);
  return sum;
}

/**
 * Printable ASCII and the signs that we draw ourselves, each one cell. What holds nothing else is not worth the
 * tables of emoji, which cost more to compile than a whole list costs to print.
 */
const NARROW = /^[ -~–—…±·‹›▲▼✗≠≤≥→◇▸↵●─-▟⠀-⣿]*$/;

/** Graphemes of a text: what a reader takes for one character. */
export function graphemes(text: string): readonly string[] {
  return text.length <= PIECE ? segments(text) : [...eachGrapheme(text)];
}

/** The same, looked for only as far as they are taken. */
export function* eachGrapheme(text: string): Generator<string, undefined, undefined> {
  for (const piece of pieces(text)) yield* segments(piece);
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - cells(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - cells(text))) + text;
}

/** Enough for a line of a terminal. */
const PIECE = 1024;

/**
 * A long text in pieces that end between graphemes. Segmenting 120,000 characters at once took 18 s where these
 * pieces take half a second, and a line may have a megabyte.
 */
function* pieces(text: string): Generator<string, undefined, undefined> {
  let at = 0;
  for (let size = PIECE; at + size < text.length; ) {
    const isTorn = isHighSurrogate(text.charCodeAt(at + size - 1));
    const piece = text.slice(at, at + size - (isTorn ? 1 : 0));
    // The last grapheme may go on in what follows.
    const length = piece.length - (segments(piece).at(-1)?.length ?? 0);
    if (length > 0) yield piece.slice(0, length);
    at += length;
    size = length > 0 ? PIECE : size * 2;
  }
  yield text.slice(at);
}

function segments(text: string): readonly string[] {
  // Each of these signs is a grapheme, and the first use of a segmenter takes longer than a whole screen.
  if (NARROW.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), part => part.segment);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

let segmenter: Intl.Segmenter | undefined;
