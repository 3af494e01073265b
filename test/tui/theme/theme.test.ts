import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../core/refusal.ts';
import { chooseTheme } from '../../../tui/theme/choose.ts';
import { type ColourLevel, sgr } from '../../../tui/theme/sgr.ts';
import { type HexTheme, type Theme, themeNames, themes } from '../../../tui/theme/themes.ts';
import { tokenHues } from '../../../tui/theme/tokens.ts';
import { ciede2000, contrast, paletteHex, type Sight, seenDistance } from '../../support/colour-sight.ts';
import { vectorCases } from '../../support/vectors.ts';

type Contrast = {
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
  readonly output: {
    readonly onBackground: number;
    readonly onSelected: number;
    readonly okBad: readonly number[];
  };
};

const SIGHTS: readonly Sight[] = ['normal', 'protan', 'deutan', 'tritan'];
const hexThemes = Object.values<Theme>(themes).filter(theme => theme.kind === 'hex');
const vectors = vectorCases<Contrast>('tui-cli', 'theme.contrast');

const worstOn = ({ hues }: HexTheme, ground: string): number =>
  Math.min(...Object.values(hues).map(hue => contrast(hue, ground)));
const okBad = ({ hues }: HexTheme): readonly number[] =>
  SIGHTS.map(sight => seenDistance(hues.ok, hues.bad, sight));
const isSafe = ({ name }: HexTheme): boolean => name.startsWith('cb-') || name === 'high-contrast';

/** What a terminal of 256 colours makes of the theme. */
function in256(theme: HexTheme): HexTheme {
  const { selected, hues } = theme.palette;
  return {
    ...theme,
    selected: paletteHex(selected),
    hues: {
      text: paletteHex(hues.text),
      muted: paletteHex(hues.muted),
      ok: paletteHex(hues.ok),
      bad: paletteHex(hues.bad),
      warn: paletteHex(hues.warn),
      info: paletteHex(hues.info),
      accent: paletteHex(hues.accent),
    },
  };
}

describe('tui-cli.md 16 contrast', () => {
  test.each(vectors)('$name', ({ name, input, output }) => {
    const theme = hexThemes.find(candidate => candidate.name === name);
    expect({ bg: theme?.background, sel: theme?.selected, ...theme?.hues }).toEqual(input);
    if (theme === undefined) return;
    expect(worstOn(theme, theme.background)).toBeCloseTo(output.onBackground, 2);
    expect(worstOn(theme, theme.selected)).toBeCloseTo(output.onSelected, 2);
    expect(okBad(theme).map(distance => Math.round(distance * 10) / 10)).toEqual(output.okBad);
  });

  test('there is a vector for every theme with colours of its own', () => {
    expect(hexThemes.map(({ name }) => name)).toEqual(vectors.map(({ name }) => name));
  });

  const seen = hexThemes.flatMap(theme => [
    { depth: 'true colour', theme },
    { depth: '256 colours', theme: in256(theme) },
  ]);

  test.each(seen)(
    '$theme.name in $depth is readable on its background and on the selected row',
    ({ theme }) => {
      expect(worstOn(theme, theme.background)).toBeGreaterThanOrEqual(4.5);
      expect(worstOn(theme, theme.selected)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(seen.filter(({ theme }) => isSafe(theme)))(
    '$theme.name in $depth tells ok from bad to every kind of sight',
    ({ theme }) => {
      expect(Math.min(...okBad(theme))).toBeGreaterThanOrEqual(40);
    },
  );

  test('the distance agrees with published pairs', () => {
    // Sharma, Wu & Dalal 2005, table 1, pairs 1, 9, 17 and 25.
    expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
    expect(ciede2000([50, 2.49, -0.001], [50, -2.49, 0.0009])).toBeCloseTo(7.1792, 4);
    expect(ciede2000([50, 2.5, 0], [50, 0, -2.5])).toBeCloseTo(4.3065, 4);
    expect(ciede2000([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4);
  });
});

describe('tui-cli.md 16 choice of a theme', () => {
  const choose = (theme: string, level: ColourLevel, colorFgBg?: string): string =>
    chooseTheme({ theme, level, colorFgBg }).name;

  test.each([
    ['auto', 3, '15;0', 'cb-dark'],
    ['auto', 2, '7;6', 'cb-dark'],
    ['auto', 2, '12;default;8', 'cb-dark'],
    ['auto', 2, '0;7', 'cb-light'],
    ['auto', 3, '0;15', 'cb-light'],
    ['auto', 3, undefined, 'terminal'],
    ['auto', 3, '', 'terminal'],
    ['auto', 3, 'default;default', 'terminal'],
    ['auto', 1, '15;0', 'terminal'],
    ['auto', 0, '15;0', 'mono'],
    ['light', 3, '15;0', 'light'],
    ['dark', 0, undefined, 'mono'],
    ['mono', 3, undefined, 'mono'],
  ] as const)('%s at level %i with COLORFGBG %j is %s', (theme, level, colorFgBg, chosen) => {
    expect(choose(theme, level, colorFgBg)).toBe(chosen);
  });

  test('an unknown theme is refused with the list, also where nothing is coloured', () => {
    for (const level of [0, 3] as const) {
      const refused = thrown(() => choose('cb-drak', level));
      expect(refused).toMatchObject({
        code: 'ThemeUnknown',
        exit: 2,
        found: '`cb-drak`',
        want: 'auto, dark, light, cb-dark, cb-light, high-contrast, terminal, mono',
        hint: 'did you mean cb-dark?',
      });
    }
    expect(thrown(() => choose('__proto__', 3))).toMatchObject({ code: 'ThemeUnknown' });
  });
});

describe('tui-cli.md 16 sequences', () => {
  test.each([
    ['dark', 'ok', {}, 3, '\u001b[38;2;95;211;141m'],
    ['dark', 'ok', { selected: true }, 3, '\u001b[38;2;95;211;141;48;2;38;50;61m'],
    ['dark', 'added', { bold: true }, 2, '\u001b[1;38;5;78m'],
    ['dark', 'title', {}, 3, '\u001b[1;38;2;230;233;236m'],
    ['dark', 'selected', {}, 2, '\u001b[38;5;254;48;5;236m'],
    ['dark', 'bad', {}, 1, '\u001b[1;31m'],
    ['terminal', 'bad', { bold: true }, 3, '\u001b[1;31m'],
    ['terminal', 'ok', { bold: true, selected: true }, 3, '\u001b[1;32;7m'],
    ['terminal', 'stale', {}, 1, '\u001b[35m'],
    ['terminal', 'border', {}, 1, '\u001b[2m'],
    ['terminal', 'text', {}, 1, ''],
    ['terminal', 'text', { selected: true }, 1, '\u001b[7m'],
    ['terminal', 'gold', {}, 1, ''],
    ['cb-dark', 'ok', {}, 1, '\u001b[94m'],
    ['mono', 'bad', { bold: true, selected: true }, 3, ''],
    ['dark', 'bad', { bold: true, selected: true }, 0, ''],
  ] as const)('%s %s %j at level %i', (name, token, emphasis, level, open) => {
    expect(sgr(themes[name], token, emphasis, level)).toEqual({
      open,
      close: open === '' ? '' : '\u001b[0m',
    });
  });

  test('every token of every theme opens with one well-formed sequence or none', () => {
    for (const theme of Object.values<Theme>(themes)) {
      for (const token of Object.keys(tokenHues) as (keyof typeof tokenHues)[]) {
        for (const level of [0, 1, 2, 3] as const) {
          const { open } = sgr(theme, token, { bold: true, selected: true }, level);
          expect(open).toMatch(/^(\u001b\[\d{1,3}(;\d{1,3})*m)?$/);
        }
      }
    }
    expect(themeNames).toEqual(Object.values<Theme>(themes).map(({ name }) => name));
  });
});

function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (fault) {
    return fault instanceof Refusal ? fault : new Error('no refusal', { cause: fault });
  }
  return undefined;
}
