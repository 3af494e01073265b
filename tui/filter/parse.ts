import { filterFault } from './fault.ts';
import type { FieldTable } from './field-table.ts';
import { isSort, parseSort, parseTerm } from './term.ts';
import { type StartToken, type Token, tokenize } from './tokens.ts';
import type { FilterQuery, FilterTree, SortKey } from './tree.ts';

const DEEPEST = 32;

/**
 * Reads a filter against the fields of its screen (tui-cli.md 17 [filter.parse]). Throws FilterSyntax,
 * FilterUnknownField, FilterUnknownFlag or FilterTypeMismatch (2) with facts `column` (1-based, in code points),
 * `message` and `suggest` [filter.error].
 */
export function parseFilter(text: string, table: FieldTable): FilterQuery {
  const cursor: Cursor = { tokens: tokenize(text), at: 0, sort: null, table };
  if (peek(cursor).kind === 'end') return { where: null, sort: null };
  const where = parseOr(cursor, 0);
  const rest = peek(cursor);
  if (rest.kind === 'close') throw filterFault('FilterSyntax', rest.at, 'unmatched )');
  return { where, sort: cursor.sort };
}

type Cursor = {
  readonly tokens: readonly Token[];
  readonly table: FieldTable;
  at: number;
  sort: readonly SortKey[] | null;
};

/** null: there was nothing but the order of the list, which is no condition. */
function parseOr(cursor: Cursor, depth: number): FilterTree | null {
  const starts = [peek(cursor).at];
  const branches = [parseAnd(cursor, depth)];
  while (peek(cursor).kind === 'or') {
    cursor.at += 1;
    starts.push(peek(cursor).at);
    branches.push(parseAnd(cursor, depth));
  }
  const empty = branches.indexOf(null);
  if (branches.length > 1 && empty !== -1) throw termExpected(starts[empty] ?? 1);
  return joined(
    branches.filter(branch => branch !== null),
    or => ({ or }),
  );
}

function parseAnd(cursor: Cursor, depth: number): FilterTree | null {
  const parts: FilterTree[] = [];
  let next = parseUnary(cursor, depth);
  for (;;) {
    if (next !== null) parts.push(next);
    const token = peek(cursor);
    if (token.kind === 'and') {
      cursor.at += 1;
      if (!startsTerm(peek(cursor))) throw termExpected(token.at);
    } else if (!startsTerm(token)) break;
    next = parseUnary(cursor, depth);
  }
  return joined(parts, and => ({ and }));
}

function parseUnary(cursor: Cursor, depth: number): FilterTree | null {
  const token = peek(cursor);
  if (!startsTerm(token)) throw termExpected(token.at);
  if (depth > DEEPEST) throw filterFault('FilterSyntax', token.at, `nested deeper than ${DEEPEST}`);
  cursor.at += 1;
  if (token.kind === 'not') return negation(cursor, depth);
  if (token.kind === 'open') return group(cursor, depth, token.at);
  if (token.kind === 'text') return { text: token.text };
  if (!isSort(token)) return parseTerm(token, cursor.table);
  if (depth > 0) throw filterFault('FilterSyntax', token.at, 'sort stands outside parentheses');
  if (cursor.sort !== null) throw filterFault('FilterSyntax', token.at, 'sort twice');
  cursor.sort = parseSort(token, cursor.table);
  return null;
}

function negation(cursor: Cursor, depth: number): FilterTree {
  const token = peek(cursor);
  if (token.kind === 'term' && isSort(token)) {
    throw filterFault('FilterSyntax', token.at, 'sort can not be negated');
  }
  return { not: parseUnary(cursor, depth + 1) ?? unreachable() };
}

function group(cursor: Cursor, depth: number, openAt: number): FilterTree {
  const tree = parseOr(cursor, depth + 1);
  if (peek(cursor).kind !== 'close') throw filterFault('FilterSyntax', openAt, 'unclosed parenthesis');
  cursor.at += 1;
  return tree ?? unreachable();
}

function joined(
  parts: readonly FilterTree[],
  join: (parts: readonly FilterTree[]) => FilterTree,
): FilterTree | null {
  const [first, ...more] = parts;
  if (first === undefined) return null;
  return more.length === 0 ? first : join(parts);
}

function startsTerm(token: Token): token is StartToken {
  return token.kind === 'text' || token.kind === 'term' || token.kind === 'not' || token.kind === 'open';
}

function peek({ tokens, at }: Cursor): Token {
  return tokens[at] ?? { kind: 'end', at: 1 };
}

function termExpected(at: number): Error {
  return filterFault('FilterSyntax', at, 'a term is expected');
}

/** Only the order of the list is no condition, and it is refused below the top. */
function unreachable(): never {
  throw new Error('a group without a condition');
}
