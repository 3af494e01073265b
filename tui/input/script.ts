import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import { graphemes } from '../text/cells.ts';
import { parseSendable } from './chord.ts';

/** Keys that one script may play, so that `999999999*j` does not fill the memory. */
const MOST_KEYS = 100_000;

/**
 * The text of `--keys` as chords: chords, `3*j`, `"typed text"` with `\"` and `\\` inside, apart by white space.
 * Reserved chords may be played. UsageBadValue (2) with `facts.chord` for a word that is none of these.
 * tui-cli.md 20 [keys.script].
 */
export function parseKeyScript(text: string): readonly string[] {
  const chords: string[] = [];
  for (const word of text.match(WORD) ?? []) {
    chords.push(...(word.startsWith('"') ? typedText(word) : repeatedChord(word)));
    if (chords.length > MOST_KEYS) throw refused(word, `a script plays at most ${MOST_KEYS} keys`);
  }
  return chords;
}

/** A quoted text goes to its closing quote and whatever hangs on to it; one that is not closed, to the end. */
const WORD = /"(?:[^"\\]|\\[\s\S])*(?:"\S*|$)|\S+/g;

function typedText(word: string): readonly string[] {
  if (!/^"(?:[^"\\]|\\[\s\S])*"$/.test(word)) {
    const isOpen = /^"(?:[^"\\]|\\[\s\S])*$/.test(word);
    throw refused(
      word,
      isOpen ? 'a closing quote is missing' : 'a space is expected after the closing quote',
    );
  }
  const typed = word.slice(1, -1).replace(/\\(["\\])/g, '$1');
  return graphemes(typed).map(part => TYPED.get(part) ?? part);
}

const TYPED: ReadonlyMap<string, string> = new Map([
  [' ', 'space'],
  ['\t', 'tab'],
  ['\n', 'enter'],
  ['\r\n', 'enter'],
]);

function repeatedChord(word: string): readonly string[] {
  const [, times = '1', written = word] = /^(\d+)\*(.+)$/s.exec(word) ?? [];
  const count = Number(times);
  if (count < 1 || count > MOST_KEYS) throw refused(word, `a count is 1 to ${MOST_KEYS}`);
  const result = parseSendable(written);
  if ('error' in result) throw refused(written, result.why);
  return Array.from({ length: count }, () => result.chord);
}

function refused(word: string, why: string): Refusal {
  return refuse('UsageBadValue', {
    message: `--keys can not play ${word}: ${why}`,
    found: word,
    want: 'chords as j or ctrl+d, 3*j, and "typed text"',
    facts: { chord: word, why },
  });
}
