import { sgr } from '../theme/sgr.ts';
import type { Theme } from '../theme/themes.ts';
import type { DrawnLine } from './lines.ts';

export type ColourLevel = 0 | 1 | 2 | 3;

/** Lines as text: no blanks at the end, no empty lines at the bottom, LF after each. */
export function plainText(lines: readonly DrawnLine[]): string {
  const texts = lines.map(({ line }) =>
    line
      .map(span => span.text)
      .join('')
      .trimEnd(),
  );
  while (texts.length > 0 && texts.at(-1) === '') texts.pop();
  return texts.map(text => `${text}\n`).join('');
}

/**
 * One drawn line with colours; its cells stay as they are. A style goes on over blanks that are not selected, where
 * nobody sees it: that saves half of the sequences. Blanks at the end of a line have none.
 */
export function ansiLine(drawn: DrawnLine, theme: Theme, level: ColourLevel): string {
  let text = '';
  let open = '';
  let onSelected = false;
  let blanks = '';
  const change = (next: string, before: string): void => {
    text += next === open ? before : `${open === '' ? '' : RESET}${before}${next}`;
    open = next;
  };
  for (const span of drawn.line) {
    const selected = drawn.selected === true || span.selected === true;
    if (!selected && span.text.trim() === '') {
      if (onSelected) change('', '');
      onSelected = false;
      blanks += span.text;
      continue;
    }
    change(sgr(theme, span.token ?? 'text', { selected, bold: span.bold === true }, level).open, blanks);
    text += span.text;
    onSelected = selected;
    blanks = '';
  }
  change('', '');
  return text + blanks;
}

const RESET = '\u001b[0m';
