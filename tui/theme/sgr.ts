import type { HexTheme, Theme } from './themes.ts';
import { type Hue, type Token, tokenHues } from './tokens.ts';

/** Colours that the terminal has: none, 16, 256 or all of them (tui-cli.md 7). */
export type ColourLevel = 0 | 1 | 2 | 3;

/** Sequences to write before and after a text; both empty where it is drawn as it is. */
export type Sgr = { readonly open: string; readonly close: string };

export type Emphasis = {
  /** The text stands in the selected row. */
  readonly selected?: boolean;
  readonly bold?: boolean;
};

/** How a theme draws a token (tui-cli.md 16). `close` ends every style that was opened. */
export function sgr(
  theme: Theme,
  token: Token,
  { selected = false, bold = false }: Emphasis,
  level: ColourLevel,
): Sgr {
  if (theme.kind === 'mono' || level === 0) return PLAIN;
  const isSelected = selected || token === 'selected';
  const isBold = bold || token === 'title';
  const hue = tokenHues[token];
  const colours =
    theme.kind === 'hex' && level !== 1
      ? [ownGround(theme, hue, level), ...(isSelected ? [selectedGround(theme, level)] : [])]
      : [...ownColour(theme, hue), ...(isSelected ? [INVERSE] : [])];
  // Some of the 16 colours are bold already.
  const codes = [...(isBold && !colours[0]?.startsWith(`${BOLD};`) ? [BOLD] : []), ...colours];
  return codes.length === 0 ? PLAIN : { open: `\u001b[${codes.join(';')}m`, close: '\u001b[0m' };
}

const PLAIN: Sgr = { open: '', close: '' };
const BOLD = '1';
const INVERSE = '7';

function ownColour(theme: Exclude<Theme, { kind: 'mono' }>, hue: Hue): readonly string[] {
  const own = theme.sixteen[hue];
  return own === undefined ? [] : [own];
}

function ownGround(theme: HexTheme, hue: Hue, level: 2 | 3): string {
  return level === 3 ? `38;2;${channels(theme.hues[hue])}` : `38;5;${theme.palette.hues[hue]}`;
}

function selectedGround(theme: HexTheme, level: 2 | 3): string {
  return level === 3 ? `48;2;${channels(theme.selected)}` : `48;5;${theme.palette.selected}`;
}

function channels(hex: string): string {
  return [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)).join(';');
}
