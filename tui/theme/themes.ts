import type { Hue } from './tokens.ts';

/** Parameters of one SGR sequence by hue, for terminals of 16 colours; no entry = the terminal's own text. */
export type SixteenColours = Readonly<Partial<Record<Hue, string>>>;

/**
 * Colours that are proven against their own background and selected row. The background itself is never painted:
 * the terminal's own stays, and a theme fits a terminal that is about as dark or light.
 */
export type HexTheme = {
  readonly kind: 'hex';
  readonly name: string;
  readonly background: string;
  /** Background of the selected row; this one is painted. */
  readonly selected: string;
  readonly hues: Readonly<Record<Hue, string>>;
  /**
   * The same for terminals of 256 colours, as numbers from 16 on: the first sixteen are the user's own. The nearest
   * by CIEDE2000 that stay readable; the plainly nearest do not always.
   */
  readonly palette: { readonly selected: number; readonly hues: Readonly<Record<Hue, number>> };
  /** In place of the hues where the terminal has 16 colours only. */
  readonly sixteen: SixteenColours;
};

export type Theme =
  | HexTheme
  /** The 16 colours of the terminal, at every level. */
  | { readonly kind: 'terminal'; readonly name: string; readonly sixteen: SixteenColours }
  /** No SGR at all. */
  | { readonly kind: 'mono'; readonly name: string };

const DIM = '2';
const sixteen: SixteenColours = { ok: '32', bad: '1;31', warn: '35', muted: DIM };
/** Blue and red differ for every kind of sight; the bright ones are readable on black. */
const sixteenSafeDark: SixteenColours = { ok: '94', bad: '1;91', warn: '93', muted: DIM };
const sixteenSafeLight: SixteenColours = { ok: '34', bad: '1;31', warn: '35', muted: DIM };

/** All themes by name (tui-cli.md 16). */
export const themes = {
  dark: {
    kind: 'hex',
    name: 'dark',
    background: '#101418',
    selected: '#26323d',
    hues: {
      text: '#e6e9ec',
      muted: '#9aa5b1',
      ok: '#5fd38d',
      bad: '#ff8080',
      warn: '#f0c05a',
      info: '#7cc4ff',
      accent: '#c8a8ff',
    },
    palette: {
      selected: 236,
      hues: { text: 254, muted: 248, ok: 78, bad: 210, warn: 221, info: 75, accent: 183 },
    },
    sixteen,
  },
  light: {
    kind: 'hex',
    name: 'light',
    background: '#ffffff',
    selected: '#dfe7f0',
    hues: {
      text: '#1c2126',
      muted: '#56606b',
      ok: '#12693a',
      bad: '#b3201f',
      warn: '#7a5200',
      info: '#0b5aa5',
      accent: '#6a3fb0',
    },
    palette: {
      selected: 255,
      hues: { text: 234, muted: 241, ok: 22, bad: 124, warn: 94, info: 25, accent: 92 },
    },
    sixteen,
  },
  'cb-dark': {
    kind: 'hex',
    name: 'cb-dark',
    background: '#101418',
    selected: '#26323d',
    hues: {
      text: '#e6e9ec',
      muted: '#9aa5b1',
      ok: '#6cb8ff',
      bad: '#ff9e3d',
      warn: '#f2e06a',
      info: '#b9c4cf',
      accent: '#d9a6d0',
    },
    palette: {
      selected: 236,
      hues: { text: 254, muted: 248, ok: 75, bad: 215, warn: 185, info: 251, accent: 182 },
    },
    sixteen: sixteenSafeDark,
  },
  'cb-light': {
    kind: 'hex',
    name: 'cb-light',
    background: '#ffffff',
    selected: '#dfe7f0',
    hues: {
      text: '#1c2126',
      muted: '#56606b',
      ok: '#004f9e',
      bad: '#a84300',
      warn: '#5f5500',
      info: '#46515c',
      accent: '#7a2f6e',
    },
    palette: {
      selected: 254,
      hues: { text: 234, muted: 241, ok: 25, bad: 124, warn: 58, info: 239, accent: 89 },
    },
    sixteen: sixteenSafeLight,
  },
  'high-contrast': {
    kind: 'hex',
    name: 'high-contrast',
    background: '#000000',
    selected: '#003a6b',
    hues: {
      text: '#ffffff',
      muted: '#cfd6dd',
      ok: '#6cc7ff',
      bad: '#ffb05c',
      warn: '#ffe95c',
      info: '#ffffff',
      accent: '#f0b8ff',
    },
    palette: {
      selected: 18,
      hues: { text: 231, muted: 253, ok: 117, bad: 215, warn: 227, info: 231, accent: 219 },
    },
    // Dim is the opposite of contrast.
    sixteen: { ok: '94', bad: '1;91', warn: '93' },
  },
  terminal: { kind: 'terminal', name: 'terminal', sixteen },
  mono: { kind: 'mono', name: 'mono' },
} as const satisfies Readonly<Record<string, Theme>>;

export type ThemeName = keyof typeof themes;

export const themeNames: readonly string[] = Object.keys(themes);
