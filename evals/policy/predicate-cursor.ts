import type { Refusal } from '../../core/refusal.ts';
import { codePointOffset, outsideGrammar, type PredicateSource } from './predicate-fault.ts';
import type { Token, TokenReader } from './predicate-tokens.ts';
import type { Scalar } from './session.ts';

/** Where the parser stands in a predicate, and what it has met on the way. */
export type PredicateCursor = {
  readonly source: PredicateSource;
  readonly tokens: TokenReader;
  depth: number;
  /** Column name to where it was first named. */
  readonly columns: Map<string, number>;
};

const MOST_DEPTH = 64;

const KEYWORDS: ReadonlySet<string> = new Set([
  'AND',
  'OR',
  'NOT',
  'IN',
  'LIKE',
  'IS',
  'NULL',
  'TRUE',
  'FALSE',
]);

export function isKeyword(word: string): boolean {
  return KEYWORDS.has(word.toUpperCase());
}

export function takeLiteral(cursor: PredicateCursor): Scalar | undefined {
  const token = cursor.tokens.peek();
  if (token.kind === 'literal') {
    cursor.tokens.next();
    return token.value;
  }
  if (takeKeyword(cursor, 'TRUE')) return true;
  return takeKeyword(cursor, 'FALSE') ? false : undefined;
}

export function takeKeyword(cursor: PredicateCursor, keyword: string): boolean {
  const token = cursor.tokens.peek();
  if (token.kind !== 'word' || token.text.toUpperCase() !== keyword) return false;
  cursor.tokens.next();
  return true;
}

export function takeSymbol(cursor: PredicateCursor, symbol: string): boolean {
  const token = cursor.tokens.peek();
  if (token.kind !== 'symbol' || token.text !== symbol) return false;
  cursor.tokens.next();
  return true;
}

export function expectSymbol(cursor: PredicateCursor, symbol: string, want: string): void {
  if (!takeSymbol(cursor, symbol)) throw expected(cursor, `"${symbol}"`, want);
}

export function expected(cursor: PredicateCursor, what: string, want: string): Refusal {
  return fault(cursor, `expected ${what}`, cursor.tokens.peek(), want);
}

export function fault(
  cursor: PredicateCursor,
  what: string,
  token: Token,
  want: string,
  hint?: string,
): Refusal {
  const { source } = cursor;
  return outsideGrammar(source, {
    at: `${what} at ${codePointOffset(source.text, token.index)}`,
    index: token.index,
    found: token.kind === 'end' ? 'the end' : JSON.stringify(token.text),
    want,
    hint: hint ?? INSTEAD.get(token.text.toUpperCase()),
  });
}

const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['NULL', 'write IS NULL or IS NOT NULL'],
  ['=', 'write one ='],
  ['(', 'a predicate holds no subquery; brackets stand around whole conditions'],
]);

export function nested<T>(cursor: PredicateCursor, token: Token, parse: () => T): T {
  if (cursor.depth === MOST_DEPTH) {
    throw fault(cursor, 'depth', token, `at most ${MOST_DEPTH} levels of brackets, NOT and calls`);
  }
  cursor.depth += 1;
  const parsed = parse();
  cursor.depth -= 1;
  return parsed;
}
