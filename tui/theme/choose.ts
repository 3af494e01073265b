import { suggest } from '../../core/suggest.ts';
import { refuse } from '../../spec/refusals.ts';
import type { ColourLevel } from './sgr.ts';
import { type Theme, themeNames, themes } from './themes.ts';

export type ThemeWish = {
  /** A theme's name, or `auto`. */
  readonly theme: string;
  readonly level: ColourLevel;
  /** The variable COLORFGBG: text and background as two or three palette numbers, `15;0`. */
  readonly colorFgBg: string | undefined;
};

/**
 * The theme to draw with (tui-cli.md 16): `mono` where there are no colours; `auto` takes the one that is safe
 * for every kind of sight if the terminal tells its background, else the terminal's own colours.
 * Throws ThemeUnknown with the list of themes, whatever the level is.
 */
export function chooseTheme({ theme, level, colorFgBg }: ThemeWish): Theme {
  const wished = theme === 'auto' ? automatic(level, colorFgBg) : named(theme);
  return level === 0 ? themes.mono : wished;
}

function automatic(level: ColourLevel, colorFgBg: string | undefined): Theme {
  const background = /(?:^|;)(\d{1,2})$/.exec(colorFgBg ?? '')?.[1];
  // `default` instead of a number tells no more than an unset variable.
  if (level < 2 || background === undefined) return themes.terminal;
  return DARK_BACKGROUNDS.has(Number(background)) ? themes['cb-dark'] : themes['cb-light'];
}

const DARK_BACKGROUNDS: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6, 8]);

function named(name: string): Theme {
  const found = Object.entries(themes).find(([known]) => known === name)?.[1];
  if (found !== undefined) return found;
  const choices = ['auto', ...themeNames];
  const near = suggest(name, choices);
  throw refuse('ThemeUnknown', {
    message: `there is no theme \`${name}\``,
    found: `\`${name}\``,
    want: choices.join(', '),
    ...(near.length === 0 ? {} : { hint: `did you mean ${near.join(' or ')}?` }),
    facts: { theme: name, themes: choices },
  });
}
