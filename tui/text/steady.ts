import { graphemes } from './cells.ts';

/**
 * Text for a list column: a grapheme on whose width terminals disagree (emoji presentation, VS16, ZWJ, flags,
 * skin tones) becomes one sign, so that the columns after it stay where they are.
 */
export function steady(text: string, sign = '◇'): string {
  if (/^[ -~]*$/.test(text)) return text;
  return graphemes(text)
    .map(part => (UNSTEADY.test(part) ? sign : part))
    .join('');
}

const UNSTEADY = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}/u;
