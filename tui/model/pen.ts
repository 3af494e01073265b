import { type Safe, type SymbolSet, safe, safePane } from '../../core/safe-text.ts';
import { cells } from '../text/cells.ts';
import { steady } from '../text/steady.ts';
import type { Token } from '../theme/tokens.ts';

/** A piece of a line in one colour. Its text is safe by construction: only a pen makes spans. */
export type Span = {
  readonly text: Safe;
  readonly token?: Token;
  readonly bold?: true;
  /** Drawn on the colour of the row under the cursor. */
  readonly selected?: true;
};

export type Line = readonly Span[];

/** Writes text of ours and of others into spans; what comes from outside can not get past it (tui-cli.md 14). */
export type Pen = {
  readonly set: SymbolSet;
  /** One cell or line of text. */
  readonly span: (text: string, token?: Token) => Span;
  readonly bold: (text: string, token?: Token) => Span;
  /** The same for a list column, where graphemes of uncertain width become one sign. */
  readonly steady: (text: string, token?: Token) => Span;
  /** Text of several lines. */
  readonly lines: (text: string, token?: Token) => readonly Line[];
};

export function createPen(set: SymbolSet): Pen {
  const span = (text: string, token?: Token): Span => ({
    text: safe(text, set),
    ...(token === undefined ? {} : { token }),
  });
  return {
    set,
    span,
    bold: (text, token) => ({ ...span(text, token), bold: true }),
    steady: (text, token) => span(steady(safe(text, set)), token),
    lines: (text, token) =>
      safePane(text, cells, set)
        .split('\n')
        .map(line => [span(line, token)]),
  };
}
