import { describe, expect, test } from 'vitest';
import { cells } from '../../../tui/text/cells.ts';
import { chooseSymbols, type SymbolWish, symbols } from '../../../tui/theme/symbols.ts';

describe('tui-cli.md 16 symbols', () => {
  const plain: SymbolWish = {
    symbols: 'auto',
    env: { LANG: 'en_US.UTF-8', TERM: 'xterm' },
    screenReader: false,
    wideAmbiguous: false,
  };
  const rich = { ...plain.env, COLORTERM: 'truecolor' };

  test.each<[string, Partial<SymbolWish>, string]>([
    ['a UTF-8 locale', {}, 'utf8'],
    ['COLORTERM', { env: rich }, 'braille'],
    ['COLORTERM set but empty', { env: { ...rich, COLORTERM: '' } }, 'utf8'],
    ['COLORTERM and a screen reader', { env: rich, screenReader: true }, 'utf8'],
    ['the console of Linux', { env: { ...rich, TERM: 'linux' } }, 'ascii'],
    ['another locale', { env: { ...rich, LC_ALL: 'C' } }, 'ascii'],
    ['no locale', { env: {} }, 'ascii'],
    ['a wish', { symbols: 'ascii', env: rich }, 'ascii'],
    ['a wish against the locale', { symbols: 'braille', env: {} }, 'braille'],
    ['wide ambiguous characters', { symbols: 'braille', wideAmbiguous: true }, 'ascii'],
  ])('%s', (_name, change, chosen) => {
    expect(chooseSymbols({ ...plain, ...change })).toBe(chosen);
  });

  test('each sign takes one cell in each set, so no set changes a layout', () => {
    for (const set of ['ascii', 'utf8', 'braille'] as const) {
      expect(Object.values(symbols(set)).map(cells)).toEqual(Object.values(symbols(set)).map(() => 1));
    }
    expect(Object.values(symbols('ascii')).join('')).toMatch(/^[!-~]+$/);
    expect(symbols('braille')).toEqual(symbols('utf8'));
  });
});
