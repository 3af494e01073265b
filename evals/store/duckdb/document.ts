import type { Analyzer } from '../../retrieve/analyzers.ts';
import type { Dictionary } from './dictionary.ts';

/** What is stored of a snippet: evals/retrieve/analyzers.ts `DocumentTerms` with numbers for terms. */
export type NumberedDocument = {
  readonly length: number;
  /** Term frequencies by the terms' numbers. */
  readonly counts: ReadonlyMap<number, number>;
  /** The lower-cased snippet; null where it is all ASCII, since only tokens beyond ASCII are searched in it. */
  readonly lowered: string | null;
};

const IS_ASCII = /^[\0-\x7f]*$/;
const ASCII_RUN = /[a-z0-9]+/g;

/**
 * The analyzer's terms of a snippet. Of ASCII text under `standard` the runs and the terms are the same words,
 * so one pass finds both: three times as fast, and most corpora are ASCII.
 */
export function numberedDocument(
  snippet: string,
  analyzer: Analyzer,
  dictionary: Dictionary,
): NumberedDocument {
  const isAscii = IS_ASCII.test(snippet);
  if (isAscii && analyzer.name === 'standard') return asciiDocument(snippet, dictionary);
  const { length, counts, lowered } = analyzer.documentTerms(snippet);
  const numbered = [...counts].map(([term, tf]) => [dictionary.intern(analyzer.name, term), tf] as const);
  return { length, counts: new Map(numbered), lowered: isAscii ? null : lowered };
}

function asciiDocument(snippet: string, dictionary: Dictionary): NumberedDocument {
  const words = snippet.toLowerCase().match(ASCII_RUN) ?? [];
  const counts = new Map<number, number>();
  for (const word of words) {
    const number = dictionary.intern('standard', word);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return { length: words.length, counts, lowered: null };
}
