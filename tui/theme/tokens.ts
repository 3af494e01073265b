/** What a piece of text is. Screens name tokens only; the theme says how they look (tui-cli.md 16). */
export type Token =
  | 'text'
  | 'muted'
  | 'ok'
  | 'bad'
  | 'warn'
  | 'info'
  | 'accent'
  | 'selected'
  | 'border'
  | 'gold'
  | 'forbidden'
  | 'duplicate'
  | 'stale'
  | 'added'
  | 'removed'
  | 'title';

/** The tokens for which a theme has a colour of its own. */
export type Hue = 'text' | 'muted' | 'ok' | 'bad' | 'warn' | 'info' | 'accent';

/** Every token with the hue that it is drawn in. A title is bold, and selected is text on its own background. */
export const tokenHues: Readonly<Record<Token, Hue>> = {
  text: 'text',
  muted: 'muted',
  ok: 'ok',
  bad: 'bad',
  warn: 'warn',
  info: 'info',
  accent: 'accent',
  selected: 'text',
  border: 'muted',
  gold: 'accent',
  forbidden: 'bad',
  duplicate: 'warn',
  stale: 'warn',
  added: 'ok',
  removed: 'bad',
  title: 'text',
};
