import { countCodePoints } from '../../core/code-points.ts';
import type { AnalyzerName } from '../store/port.ts';
import { codePointPairs, isAsciiRun, runsOf } from './runs.ts';
import { STOP_WORDS } from './stop-words.ts';

/** What lexical scoring knows of one snippet. Stored once per row, for every session. */
export type DocumentTerms = {
  /** `standard`: number of runs; `english`, `cjk`: number of kept tokens. */
  readonly length: number;
  /** Term frequencies. `standard` holds maximal `[a-z0-9]` sequences only. */
  readonly counts: ReadonlyMap<string, number>;
  /** The lower-cased snippet, in which `substring` tokens are searched. */
  readonly lowered: string;
};

/** How one query token is found: the sum of the counts of these terms, or as a plain substring. */
export type TokenLookup =
  | { readonly kind: 'terms'; readonly terms: readonly string[] }
  | { readonly kind: 'substring'; readonly text: string };

export type Analyzer = {
  readonly name: AnalyzerName;
  /** First occurrences in order, at most `maxTokens`: null = the analyzer's own limit, 0 = no limit. */
  readonly queryTokens: (query: string, maxTokens: number | null) => readonly string[];
  readonly documentTerms: (text: string) => DocumentTerms;
  readonly lookup: (token: string) => TokenLookup;
};

/** The analyzer of one full-text index (evaluate.md 8.2, 8.3). The stemmer of `english` loads on first use. */
export async function loadAnalyzer(name: AnalyzerName): Promise<Analyzer> {
  switch (name) {
    case 'standard':
      return STANDARD;
    case 'cjk':
      return keptTokens('cjk', 24, run => (isAsciiRun(run) ? contentWord(run) : codePointPairs(run)));
    case 'english': {
      const stem = await porterStemmer();
      return keptTokens('english', 12, run => (isAsciiRun(run) ? contentWord(run).map(stem) : [run]));
    }
  }
}

/** The match count (tf) of a query token in a document; 0 = no match. Matches do not overlap. */
export function matchCount(lookup: TokenLookup, document: DocumentTerms): number {
  if (lookup.kind === 'substring') return countSubstring(document.lowered, lookup.text);
  let count = 0;
  for (const term of lookup.terms) count += document.counts.get(term) ?? 0;
  return count;
}

/** Matched tokens that a row needs (8.2); null = no floor, so every row passes. */
export function floorOf(tokenCount: number, minimumMatch: number | undefined): number | null {
  if (tokenCount === 0) return null;
  return minimumMatch ?? (tokenCount >= 3 ? 2 : 1);
}

const STANDARD: Analyzer = {
  name: 'standard',
  queryTokens: (query, maxTokens) =>
    firstOccurrences(runsOf(query.toLowerCase()).filter(isStandardToken), maxTokens ?? 12),
  documentTerms: text => {
    const lowered = text.toLowerCase();
    return { length: runsOf(lowered).length, counts: tally(lowered.match(/[a-z0-9]+/g) ?? []), lowered };
  },
  lookup: token => {
    if (!isAsciiRun(token)) return { kind: 'substring', text: token };
    return { kind: 'terms', terms: token.length < 4 ? [token] : [token, `${token}s`, `${token}es`] };
  },
};

function isStandardToken(run: string): boolean {
  return isAsciiRun(run) ? contentWord(run).length > 0 : countCodePoints(run) >= 2;
}

/** `english` and `cjk`: the same split for queries and documents, and a match is an equal token. */
function keptTokens(
  name: AnalyzerName,
  limit: number,
  tokensOfRun: (run: string) => readonly string[],
): Analyzer {
  const tokensOf = (lowered: string) => runsOf(lowered).flatMap(tokensOfRun);
  return {
    name,
    queryTokens: (query, maxTokens) => firstOccurrences(tokensOf(query.toLowerCase()), maxTokens ?? limit),
    documentTerms: text => {
      const lowered = text.toLowerCase();
      const tokens = tokensOf(lowered);
      return { length: tokens.length, counts: tally(tokens), lowered };
    },
    lookup: token => ({ kind: 'terms', terms: [token] }),
  };
}

/** An ASCII run as a list of one, or of none when it is a single character or a stop word. */
function contentWord(run: string): readonly string[] {
  return run.length >= 2 && !STOP_WORDS.has(run) ? [run] : [];
}

function firstOccurrences(tokens: readonly string[], maxTokens: number): readonly string[] {
  const distinct = [...new Set(tokens)];
  return maxTokens === 0 ? distinct : distinct.slice(0, maxTokens);
}

function tally(tokens: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

function countSubstring(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

async function porterStemmer(): Promise<(word: string) => string> {
  // A CommonJS package marked as a module: loaders and bundlers disagree where its exports go.
  const loaded = await import('snowball-stemmers');
  const stemmer = (loaded.default ?? loaded).newStemmer('porter');
  return word => stemmer.stem(word);
}
