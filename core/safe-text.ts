declare const safeMark: unique symbol;

/** Text that holds no control, bidi or invisible character any more and may be measured and drawn. */
export type Safe = string & { readonly [safeMark]: true };

export type SymbolSet = 'utf8' | 'ascii';

/**
 * Untrusted text made visible and harmless for one cell or line of a terminal (tui-cli.md 14): what can not be
 * seen is written out, nothing is dropped silently. Idempotent.
 */
export function safe(text: string, set: SymbolSet = 'utf8'): Safe {
  // Most texts are printable ASCII and need no copy.
  if (/^[ -~]*$/.test(text)) return asSafe(text);
  return rewrite(text, set, { tab: () => ' ', newline: set === 'ascii' ? '\\n' : '↵' });
}

/**
 * The same for a pane of several lines: line breaks stay, a tab goes to the next multiple of 4 cells.
 * `cells` measures a part of a line; `column` is where the first line begins.
 */
export function safePane(
  text: string,
  cells: (part: string) => number,
  set: SymbolSet = 'utf8',
  column = 0,
): Safe {
  const tab = (from: number, part: string): string => ' '.repeat(4 - ((from + cells(part)) % 4));
  return rewrite(text, set, { tab, newline: '\n' }, column);
}

/** `tab` is told where the part of the line since its last tab begins, and the part. */
type Layout = { readonly tab: (from: number, part: string) => string; readonly newline: string };

const MAX_MARKS = 8;
const MAX_TAGS = 64;
/** Enough UTF-16 units for a letter and its marks. */
const MAX_LOOK_BACK = 32;

const MARK = /^\p{M}$/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const JOINED_PICTOGRAPH = /\p{Extended_Pictographic}[\u{fe0f}\u{1f3fb}-\u{1f3ff}]*$/u;
/** Letters of Arabic, Syriac, N'Ko, Mongolian and the Indic, Khmer, Myanmar and Tibetan scripts with their marks. */
const JOINED_LETTER =
  /[\p{Script=Arab}\p{Script=Syrc}\p{Script=Nkoo}\p{Script=Mong}\p{Script=Deva}\p{Script=Beng}\p{Script=Guru}\p{Script=Gujr}\p{Script=Orya}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}\p{Script=Sinh}\p{Script=Khmr}\p{Script=Mymr}\p{Script=Tibt}]\p{M}*$/u;
/** Ranges of C1, line and paragraph separators, bidi controls and what has no ink (tui-cli.md 14). */
const HIDDEN: readonly (readonly [number, number])[] = [
  [0x80, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x2064],
  [0x2066, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
];

function rewrite(text: string, set: SymbolSet, layout: Layout, column = 0): Safe {
  const points = Array.from(text);
  let done = '';
  // Parts that end at a tab stop, so that many tabs do not measure a long line over and over.
  let part = '';
  let from = column;
  for (let i = 0; i < points.length; ) {
    const isTab = points[i] === '\t';
    const { piece, length } = isTab
      ? { piece: layout.tab(from, part), length: 1 }
      : pieceAt(points, i, set, layout.newline, part);
    part += piece;
    i += length;
    if (!isTab && piece !== '\n') continue;
    done += part;
    part = '';
    from = 0;
  }
  return asSafe(done + part);
}

type Piece = { readonly piece: string; readonly length: number };

function pieceAt(
  points: readonly string[],
  at: number,
  set: SymbolSet,
  newline: string,
  line: string,
): Piece {
  const point = points[at] ?? '';
  if (point === '\n') return { piece: newline, length: 1 };
  if (point === '\r' && points[at + 1] === '\n') return { piece: newline, length: 2 };
  const code = point.codePointAt(0) ?? 0;
  if (isTag(code)) return tagRun(points, at);
  if (isVariationSelector(code)) {
    const length = runLength(points, at, isVariationSelector);
    return { piece: `<vs:${length}>`, length };
  }
  if (isJoiner(code) && isJoining(line, point, points[at + 1])) return { piece: point, length: 1 };
  if (isHidden(code)) return { piece: codePointSign(code), length: 1 };
  if (MARK.test(point)) return markRun(points, at);
  return { piece: shown(point, code, set), length: 1 };
}

function tagRun(points: readonly string[], at: number): Piece {
  const length = runLength(points, at, isTag);
  const letters = points.slice(at, at + Math.min(length, MAX_TAGS)).map(tagLetter);
  const more = length > MAX_TAGS ? `+${length - MAX_TAGS}` : '';
  return { piece: `<tags:${letters.join('')}${more}>`, length };
}

function tagLetter(tag: string): string {
  const ascii = (tag.codePointAt(0) ?? 0) - 0xe0000;
  return ascii >= 0x20 && ascii < 0x7f ? String.fromCharCode(ascii) : '?';
}

function markRun(points: readonly string[], at: number): Piece {
  const isMark = (code: number): boolean => {
    const point = String.fromCodePoint(code);
    return MARK.test(point) && !isHidden(code) && !isVariationSelector(code);
  };
  const length = runLength(points, at, isMark);
  const kept = points.slice(at, at + Math.min(length, MAX_MARKS)).join('');
  return { piece: length > MAX_MARKS ? `${kept}<+${length - MAX_MARKS}>` : kept, length };
}

function runLength(points: readonly string[], at: number, member: (code: number) => boolean): number {
  let end = at;
  while (end < points.length && member(points[end]?.codePointAt(0) ?? 0)) end += 1;
  return end - at;
}

function shown(point: string, code: number, set: SymbolSet): string {
  if (code < 0x20)
    return set === 'ascii' ? `^${String.fromCharCode(code + 0x40)}` : String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return set === 'ascii' ? '^?' : '␡';
  return isSurrogate(code) || isNoncharacter(code) ? '\ufffd' : point;
}

/** A joiner that does its work: ZWJ between pictographs, ZWJ or ZWNJ after a letter of a joining script. */
function isJoining(line: string, joiner: string, next: string | undefined): boolean {
  const before = line.slice(-MAX_LOOK_BACK);
  if (JOINED_LETTER.test(before)) return true;
  return joiner === '\u200d' && JOINED_PICTOGRAPH.test(before) && PICTOGRAPH.test(next ?? '');
}

function isHidden(code: number): boolean {
  return HIDDEN.some(([first, last]) => code >= first && code <= last);
}

function isJoiner(code: number): boolean {
  return code === 0x200c || code === 0x200d;
}

function isTag(code: number): boolean {
  return code >= 0xe0000 && code <= 0xe007f;
}

function isVariationSelector(code: number): boolean {
  return code >= 0xe0100 && code <= 0xe01ef;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function isNoncharacter(code: number): boolean {
  return (code >= 0xfdd0 && code <= 0xfdef) || (code & 0xfffe) === 0xfffe;
}

function codePointSign(code: number): string {
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

function asSafe(text: string): Safe {
  return text as Safe;
}
