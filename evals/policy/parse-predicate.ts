import { compareCodePoints } from '../../core/code-points.ts';
import type { Place } from '../../core/refusal.ts';
import { endsInEscape } from './like-pattern.ts';
import {
  CALLS,
  type Call,
  COMPARISONS,
  type Comparison,
  type Condition,
  type Operand,
  type Predicate,
} from './predicate.ts';
import {
  expected,
  expectSymbol,
  fault,
  isKeyword,
  nested,
  type PredicateCursor,
  takeKeyword,
  takeLiteral,
  takeSymbol,
} from './predicate-cursor.ts';
import { outsideGrammar } from './predicate-fault.ts';
import { readTokens, type Token, unexpected } from './predicate-tokens.ts';
import type { Scalar } from './session.ts';

const MOST_VALUES = 512;

/** Operands that a call takes; null = one or more. */
const ARITY: { readonly [call in Call]: number | null } = {
  lower: 1,
  upper: 1,
  trim: 1,
  length: 1,
  coalesce: null,
  starts_with: 2,
};

const GRAMMAR = {
  expression: 'expr = and {OR and}; and = not {AND not}; not = [NOT] not | "(" expr ")" | test',
  test: "test = operand (= | <> | < | <= | > | >=) operand | operand [NOT] IN (…) | operand [NOT] LIKE 'text' | operand IS [NOT] NULL",
  operand:
    'operand = column | "quoted column" | subject.<field> | literal | lower|upper|trim|length|coalesce|starts_with (operand, …)',
  in: 'IN "(" literal {"," literal} ")"',
} as const;

/**
 * Reads a predicate by the grammar of evaluate.md 5.3: at most 4 KiB, 64 levels of brackets, NOT and calls,
 * 512 values of an IN. `columns` = the columns that it may name; null where they are not known yet.
 * Keywords and calls are read in any case, column names exactly.
 * Throws EnforcePredicateOutsideGrammar {table, at, found}. Clause assurance.evaluate.policy-labels.
 */
export function parsePredicate(
  text: string,
  of: { readonly table: string; readonly columns: Iterable<string> | null; readonly place?: Place },
): Predicate {
  const source = { text, table: of.table, place: of.place };
  const cursor: PredicateCursor = { source, tokens: readTokens(source), depth: 0, columns: new Map() };
  const condition = parseExpression(cursor);
  const rest = cursor.tokens.peek();
  if (rest.kind !== 'end') throw unexpected(source, rest.text, rest.index, GRAMMAR.expression);
  if (of.columns !== null) checkColumns(cursor, new Set(of.columns));
  return { text, condition, columns: [...cursor.columns.keys()].sort(compareCodePoints) };
}

function parseExpression(cursor: PredicateCursor): Condition {
  return chain(cursor, 'or', () => chain(cursor, 'and', () => parseNot(cursor)));
}

function chain(cursor: PredicateCursor, kind: 'and' | 'or', parseItem: () => Condition): Condition {
  const first = parseItem();
  const conditions = [first];
  while (takeKeyword(cursor, kind.toUpperCase())) conditions.push(parseItem());
  return conditions.length === 1 ? first : { kind, conditions };
}

function parseNot(cursor: PredicateCursor): Condition {
  const token = cursor.tokens.peek();
  if (takeKeyword(cursor, 'NOT')) {
    return { kind: 'not', condition: nested(cursor, token, () => parseNot(cursor)) };
  }
  if (!takeSymbol(cursor, '(')) return parseTest(cursor);
  const condition = nested(cursor, token, () => parseExpression(cursor));
  expectSymbol(cursor, ')', GRAMMAR.expression);
  return condition;
}

function parseTest(cursor: PredicateCursor): Condition {
  const operand = parseOperand(cursor);
  const token = cursor.tokens.peek();
  const operator = token.kind === 'symbol' ? comparisonOf(token.text) : undefined;
  if (operator !== undefined) {
    cursor.tokens.next();
    return { kind: 'compare', operator, left: operand, right: parseOperand(cursor) };
  }
  if (takeKeyword(cursor, 'IS')) {
    const negated = takeKeyword(cursor, 'NOT');
    if (!takeKeyword(cursor, 'NULL')) throw expected(cursor, 'NULL', GRAMMAR.test);
    return { kind: 'null', negated, operand };
  }
  const negated = takeKeyword(cursor, 'NOT');
  if (takeKeyword(cursor, 'IN')) return { kind: 'in', negated, operand, values: parseValues(cursor) };
  if (takeKeyword(cursor, 'LIKE')) return { kind: 'like', negated, operand, pattern: parsePattern(cursor) };
  if (negated) throw expected(cursor, 'IN or LIKE', GRAMMAR.test);
  throw fault(
    cursor,
    'no comparison',
    token,
    GRAMMAR.test,
    'compare it: `active = TRUE`, `owner IS NOT NULL`',
  );
}

function comparisonOf(text: string): Comparison | undefined {
  return COMPARISONS.find(operator => operator === text);
}

function parseOperand(cursor: PredicateCursor): Operand {
  const literal = takeLiteral(cursor);
  if (literal !== undefined) return { kind: 'literal', value: literal };
  const token = cursor.tokens.peek();
  if (token.kind === 'subject') {
    cursor.tokens.next();
    return { kind: 'subject', field: token.name };
  }
  if (token.kind === 'column') {
    cursor.tokens.next();
    return noteColumn(cursor, token, token.name);
  }
  if (token.kind !== 'word' || isKeyword(token.text)) {
    throw expected(cursor, 'a literal', GRAMMAR.operand);
  }
  cursor.tokens.next();
  return takeSymbol(cursor, '(') ? parseCall(cursor, token) : noteColumn(cursor, token, token.text);
}

function noteColumn(cursor: PredicateCursor, token: Token, name: string): Operand {
  if (!cursor.columns.has(name)) cursor.columns.set(name, token.index);
  return { kind: 'column', name };
}

function parseCall(cursor: PredicateCursor, token: Token): Operand {
  const call = CALLS.find(name => name === token.text.toLowerCase());
  if (call === undefined) {
    throw outsideGrammar(cursor.source, {
      at: `function ${token.text}`,
      index: token.index,
      found: token.text,
      want: GRAMMAR.operand,
      hint: `the calls are ${CALLS.join(', ')}`,
    });
  }
  const operands = nested(cursor, token, () => {
    const list = [parseOperand(cursor)];
    while (takeSymbol(cursor, ',')) list.push(parseOperand(cursor));
    return list;
  });
  expectSymbol(cursor, ')', GRAMMAR.operand);
  const arity = ARITY[call];
  if (arity !== null && operands.length !== arity) {
    throw fault(cursor, `${operands.length} operands of ${call}`, token, `${arity} of ${call}`);
  }
  return { kind: 'call', call, operands };
}

function parseValues(cursor: PredicateCursor): Scalar[] {
  expectSymbol(cursor, '(', GRAMMAR.in);
  const values: Scalar[] = [];
  do {
    const token = cursor.tokens.peek();
    const value = takeLiteral(cursor);
    if (value === undefined) throw expected(cursor, 'a literal', GRAMMAR.in);
    if (values.push(value) > MOST_VALUES) {
      throw fault(cursor, `value ${values.length} of an IN`, token, `at most ${MOST_VALUES} values`);
    }
  } while (takeSymbol(cursor, ','));
  expectSymbol(cursor, ')', GRAMMAR.in);
  return values;
}

function parsePattern(cursor: PredicateCursor): string {
  const token = cursor.tokens.peek();
  if (token.kind !== 'literal' || typeof token.value !== 'string') {
    throw expected(cursor, 'a text', GRAMMAR.test);
  }
  if (endsInEscape(token.value)) {
    throw fault(cursor, 'unfinished escape', token, 'a pattern whose last `\\` stands before a character');
  }
  cursor.tokens.next();
  return token.value;
}

function checkColumns(cursor: PredicateCursor, known: ReadonlySet<string>): void {
  for (const [name, index] of cursor.columns) {
    if (known.has(name)) continue;
    const names = [...known].sort(compareCodePoints).slice(0, 12).join(', ');
    throw outsideGrammar(cursor.source, {
      at: `column ${name}`,
      index,
      found: JSON.stringify(name),
      want: known.size === 0 ? 'subject.<field> and literals only' : 'a column of the table',
      hint: known.size === 0 ? undefined : `its columns are ${names}${known.size > 12 ? ', …' : ''}`,
    });
  }
}
