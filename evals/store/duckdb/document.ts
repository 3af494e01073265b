import type { Analyzer } from '../../retrieve/analyzers.ts';
import type { Dictionary } from './dictionary.ts';
import type { TermTally } from './term-tally.ts';
import { EMPTY_HASH, hashOn, plainLetter } from './word-table.ts';

/** What is stored of a snippet besides its terms: evals/retrieve/analyzers.ts `DocumentTerms`. */
export type NumberedDocument = {
  readonly length: number;
  /** The lower-cased snippet; null where it is plain, since only tokens beyond ASCII are searched in it. */
  readonly lowered: string | null;
};

/** ASCII and general punctuation, which is in no run: the dash between two columns must not make a snippet slow. */
const IS_PLAIN = /^[\0-\x7f\u2000-\u206f]*$/;

/** Counts the analyzer's terms of a snippet, by their numbers, into `tally`, which loses what it held. */
export function numberedDocument(
  snippet: string,
  analyzer: Analyzer,
  dictionary: Dictionary,
  tally: TermTally,
): NumberedDocument {
  tally.reset();
  if (analyzer.name === 'standard') {
    const length = tallyPlain(snippet, dictionary, tally);
    if (length >= 0) return { length, lowered: null };
    tally.reset();
  }
  const { length, counts, lowered } = analyzer.documentTerms(snippet);
  for (const [term, count] of counts) tally.set(dictionary.intern(analyzer.name, term), count);
  return { length, lowered: IS_PLAIN.test(snippet) ? null : lowered };
}

/**
 * The words of a plain text in one pass, and how many there are; −1 where the text is not plain. Under
 * `standard` the runs and the terms of such a text are the same words.
 */
function tallyPlain(text: string, { words }: Dictionary, tally: TermTally): number {
  let length = 0;
  let hash = EMPTY_HASH;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const letter = plainLetter(code);
    if (letter >= 0) {
      hash = hashOn(hash, letter);
      continue;
    }
    if (code > 0x7f && (code < 0x2000 || code > 0x206f)) return -1;
    if (at > from) {
      tally.add(words.intern(text, from, at, hash));
      length += 1;
      hash = EMPTY_HASH;
    }
    from = at + 1;
  }
  if (text.length === from) return length;
  tally.add(words.intern(text, from, text.length, hash));
  return length + 1;
}
