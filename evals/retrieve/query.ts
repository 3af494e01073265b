import type { Ranking } from '../store/port.ts';
import { type Analyzer, floorOf, type TokenLookup } from './analyzers.ts';

/** A question as one analyzer reads it. */
export type LexicalQuery = {
  readonly tokens: readonly { readonly token: string; readonly lookup: TokenLookup }[];
  /** Tokens that a row must match; null = every row passes. */
  readonly floor: number | null;
};

export function lexicalQuery(
  analyzer: Analyzer,
  query: string,
  { floor, maxTokens }: Pick<Ranking, 'floor' | 'maxTokens'>,
  minimumMatch: number | undefined,
): LexicalQuery {
  const tokens = analyzer.queryTokens(query, maxTokens);
  return {
    tokens: tokens.map(token => ({ token, lookup: analyzer.lookup(token) })),
    floor: floor === 'off' ? null : floorOf(tokens.length, minimumMatch),
  };
}

/** Whether a row stays a candidate (evaluate.md 8.2). matchedTokens is null for a row without snippet. */
export function passesFloor(
  floor: number | null,
  matchedTokens: number | null,
  cosineUnits: number | null,
): boolean {
  if (floor === null || matchedTokens === null) return true;
  return matchedTokens >= floor || (cosineUnits ?? 0) > 0;
}
