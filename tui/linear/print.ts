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

/** One drawn line with colours; its cells stay as they are. */
export function ansiLine(drawn: DrawnLine, theme: Theme, level: ColourLevel): string {
  let text = '';
  for (const span of drawn.line) {
    const selected = drawn.selected === true || span.selected === true;
    const { open, close } = sgr(theme, span.token ?? 'text', { selected, bold: span.bold === true }, level);
    text += open + span.text + close;
  }
  return text;
}
