import type { ColourLevel } from '../colour.ts';

/** What a text says, beside its words: colour never carries a meaning alone. */
export type Tone = 'bad' | 'good' | 'warn' | 'head' | 'dim';

const CODES: Readonly<Record<Tone, string>> = { bad: '31', good: '32', warn: '33', head: '1', dim: '2' };

/** At level 0 the text alone. */
export function paint(text: string, tone: Tone, colour: ColourLevel): string {
  return colour === 0 ? text : `\u001b[${CODES[tone]}m${text}\u001b[0m`;
}
