import { countCodePoints } from '../../core/code-points.ts';
import { filterFault } from './fault.ts';
import type { WrittenOp } from './field-table.ts';

/** `at` is the 1-based column in code points. */
export type Token = StartToken | { readonly kind: 'close' | 'or' | 'and' | 'end'; readonly at: number };

/** What a condition may begin with. */
export type StartToken =
  | { readonly kind: 'open'; readonly at: number }
  | { readonly kind: 'not'; readonly at: number }
  | { readonly kind: 'text'; readonly at: number; readonly text: string }
  | TermToken;

export type TermToken = {
  readonly kind: 'term';
  readonly at: number;
  readonly field: string;
  readonly op: WrittenOp;
  readonly opAt: number;
  readonly valueAt: number;
  /** The value, cut at its commas where the operator takes a list. Never empty. */
  readonly pieces: readonly Piece[];
};

export type Piece = { readonly text: string; readonly quoted: boolean; readonly at: number };

const LONGEST = 1000;

/** Words, quotes and signs of a filter, ended by one `end`. FilterSyntax (2) for what is no token. */
export function tokenize(text: string): readonly Token[] {
  if (countCodePoints(text) > LONGEST) {
    throw filterFault('FilterSyntax', LONGEST + 1, 'longer than 1,000 characters');
  }
  const points = Array.from(text);
  const tokens: Token[] = [];
  let at = 0;
  while (at < points.length) {
    if (isSpace(points[at])) at += 1;
    else {
      const { token, next } = tokenAt(points, at);
      tokens.push(token);
      at = next;
    }
  }
  return [...tokens, { kind: 'end', at: points.length + 1 }];
}

type Read<Value> = { readonly token: Value; readonly next: number };
type Points = readonly string[];

/** Longest first, so that `<=` is not read as `<`. */
const OPS: readonly WrittenOp[] = ['!=', '!~', '<=', '>=', ':', '=', '<', '>', '~'];
const KEYWORDS: ReadonlyMap<string, 'or' | 'and' | 'not'> = new Map([
  ['or', 'or'],
  ['and', 'and'],
  ['not', 'not'],
]);

function tokenAt(points: Points, start: number): Read<Token> {
  const at = start + 1;
  const [sign, following] = [points[start], points[start + 1]];
  if (sign === '(') return { token: { kind: 'open', at }, next: at };
  if (sign === ')') return { token: { kind: 'close', at }, next: at };
  if (sign === '|') return { token: { kind: 'or', at }, next: following === '|' ? at + 1 : at };
  if (sign === '&' && following === '&') return { token: { kind: 'and', at }, next: at + 1 };
  // A minus that touches nothing is a word: `a - b`.
  if (sign === '!' || (sign === '-' && following !== undefined && !isSpace(following))) {
    return { token: { kind: 'not', at }, next: at };
  }
  if (sign === '"') {
    const { token, next } = quotedAt(points, start);
    return { token: { kind: 'text', at, text: token }, next };
  }
  return wordAt(points, start);
}

function wordAt(points: Points, start: number): Read<Token> {
  let end = start;
  while (end < points.length && !isDelimiter(points, end)) {
    const op = opAt(points, end);
    if (op !== undefined) return termAt(points, start, end, op);
    end += 1;
  }
  const text = points.slice(start, end).join('');
  const keyword = KEYWORDS.get(text.toLowerCase());
  const at = start + 1;
  return { token: keyword === undefined ? { kind: 'text', at, text } : { kind: keyword, at }, next: end };
}

function termAt(points: Points, start: number, opStart: number, op: WrittenOp): Read<Token> {
  const field = points.slice(start, opStart).join('');
  if (field === '') throw filterFault('FilterSyntax', start + 1, `a field is expected before ${op}`);
  const valueStart = opStart + op.length;
  const valueAt = valueStart + 1;
  const pieces: Piece[] = [];
  let next = valueStart - 1;
  do {
    const read = pieceAt(points, next + 1, op);
    pieces.push(read.token);
    next = read.next;
  } while (points[next] === ',' && !isPattern(op));
  const isEmpty = ({ text, quoted }: Piece): boolean => text === '' && !quoted;
  if (pieces.length === 1 && pieces.every(isEmpty)) {
    throw filterFault('FilterSyntax', valueAt, `a value is expected after ${field}${op}`);
  }
  if (pieces.some(isEmpty)) throw filterFault('FilterSyntax', valueAt, 'empty value in list');
  return { token: { kind: 'term', at: start + 1, field, op, opAt: opStart + 1, valueAt, pieces }, next };
}

function pieceAt(points: Points, start: number, op: WrittenOp): Read<Piece> {
  const at = start + 1;
  if (points[start] === '"') {
    const { token, next } = quotedAt(points, start);
    const ends =
      next >= points.length || isDelimiter(points, next) || (points[next] === ',' && !isPattern(op));
    if (!ends) throw filterFault('FilterSyntax', next + 1, 'a space is expected after the quote');
    return { token: { text: token, quoted: true, at }, next };
  }
  const next = isPattern(op) ? patternEnd(points, start) : bareEnd(points, start);
  return { token: { text: points.slice(start, next).join(''), quoted: false, at }, next };
}

function bareEnd(points: Points, start: number): number {
  let end = start;
  while (end < points.length && points[end] !== ',' && !isDelimiter(points, end)) end += 1;
  return end;
}

/** A regular expression holds bars and parentheses of its own: it ends at a space or a parenthesis too many. */
function patternEnd(points: Points, start: number): number {
  let depth = 0;
  let end = start;
  for (; end < points.length && !isSpace(points[end]); end += 1) {
    if (points[end] === '\\') end += isSpace(points[end + 1]) || end + 1 >= points.length ? 0 : 1;
    else if (points[end] === '(') depth += 1;
    else if (points[end] === ')') {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return end;
}

/** `\"` and `\\` stand for `"` and `\`; any other backslash is itself, as regular expressions want it. */
function quotedAt(points: Points, start: number): Read<string> {
  let text = '';
  for (let at = start + 1; at < points.length; at += 1) {
    const point = points[at] ?? '';
    const following = points[at + 1];
    if (point === '"') return { token: text, next: at + 1 };
    if (point === '\\' && (following === '"' || following === '\\')) {
      text += following;
      at += 1;
    } else text += point;
  }
  throw filterFault('FilterSyntax', start + 1, 'unclosed quote');
}

function opAt(points: Points, at: number): WrittenOp | undefined {
  const two = `${points[at] ?? ''}${points[at + 1] ?? ''}`;
  return OPS.find(op => two.startsWith(op));
}

function isPattern(op: WrittenOp): boolean {
  return op === '~' || op === '!~';
}

function isDelimiter(points: Points, at: number): boolean {
  const point = points[at];
  return (
    isSpace(point) ||
    point === '(' ||
    point === ')' ||
    point === '|' ||
    (point === '&' && points[at + 1] === '&')
  );
}

function isSpace(point: string | undefined): boolean {
  return point !== undefined && /^\s$/u.test(point);
}
