import { cells, graphemes } from '../text/cells.ts';
import { truncateEnd, truncateMiddle } from '../text/truncate.ts';
import type { Line, Pen, Span } from './pen.ts';

export type Fit = { readonly align?: 'end' | undefined; readonly cut?: 'middle' | undefined };

/** A line of exactly `width` cells: cut at a grapheme border, or padded. */
export function fitLine(line: Line, width: number, pen: Pen, how: Fit = {}): Line {
  const used = lineCells(line);
  if (used === width) return line;
  if (used < width) {
    const pad = pen.span(' '.repeat(width - used));
    return how.align === 'end' ? [pad, ...line] : [...line, pad];
  }
  const cut = cutLine(line, width, pen, how);
  const rest = width - lineCells(cut);
  return rest > 0 ? [...cut, pen.span(' '.repeat(rest))] : cut;
}

export function lineCells(line: Line): number {
  let sum = 0;
  for (const span of line) sum += cells(span.text);
  return sum;
}

export function lineText(line: Line): string {
  return line.map(span => span.text).join('');
}

/** Breaks a line at blanks so that each part fits; a word longer than the width is broken where it has to be. */
export function wrap(line: Line, width: number, pen: Pen): readonly Line[] {
  if (width < 1) return [];
  if (lineCells(line) <= width) return [line];
  const done: Line[] = [];
  let current: Span[] = [];
  let used = 0;
  const flush = (): void => {
    done.push(current);
    current = [];
    used = 0;
  };
  for (const word of line.flatMap(span => words(span))) {
    const size = cells(word.text);
    if (used + size > width && used > 0) flush();
    const blank = word.text.trim() === '';
    if (blank && used === 0 && done.length > 0) continue;
    for (const part of size > width ? broken(word, width, pen) : [word]) {
      if (used + cells(part.text) > width && used > 0) flush();
      current.push(part);
      used += cells(part.text);
    }
  }
  if (current.length > 0) flush();
  return done;
}

/** A line behind a label; what does not fit goes on below itself, not below the label. */
export function hanging(label: string, line: Line, width: number, pen: Pen): readonly Line[] {
  const indent = cells(label);
  return wrap(line, Math.max(1, width - indent), pen).map((part, index) => [
    pen.span(index === 0 ? label : ' '.repeat(indent), 'muted'),
    ...part,
  ]);
}

/** The same for a text of several lines. */
export function wrapAll(lines: readonly Line[], width: number, pen: Pen): readonly Line[] {
  return lines.flatMap(line => (line.length === 0 ? [line] : wrap(line, width, pen)));
}

function cutLine(line: Line, width: number, pen: Pen, how: Fit): Line {
  const only = line.length === 1 ? line[0] : undefined;
  if (only !== undefined && how.cut === 'middle')
    return [{ ...only, ...pen.span(truncateMiddle(only.text, width, pen.set)) }];
  const kept: Span[] = [];
  let room = width;
  for (const span of line) {
    const size = cells(span.text);
    if (size < room || (size === room && span === line.at(-1))) {
      kept.push(span);
      room -= size;
      continue;
    }
    kept.push({
      ...span,
      ...pen.span(truncateEnd(`${span.text}${span === line.at(-1) ? '' : '  '}`, room, pen.set)),
    });
    break;
  }
  return kept;
}

function words(span: Span): readonly Span[] {
  return (span.text.match(/ +|[^ ]+/g) ?? []).map(text => ({ ...span, text: withText(span, text) }));
}

function broken(span: Span, width: number, pen: Pen): readonly Span[] {
  const parts: Span[] = [];
  let text = '';
  for (const grapheme of graphemes(span.text)) {
    if (cells(text + grapheme) > width && text !== '') {
      parts.push({ ...span, ...pen.span(text) });
      text = '';
    }
    text += grapheme;
  }
  return text === '' ? parts : [...parts, { ...span, ...pen.span(text) }];
}

/** A piece of a safe text is safe. */
function withText(span: Span, text: string): Span['text'] {
  return span.text === text ? span.text : (text as Span['text']);
}
