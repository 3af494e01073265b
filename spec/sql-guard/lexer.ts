/** A token of SQL text: an operator is one character, a word may hold any case, text is without its quotes. */
export type SqlToken = {
  readonly kind: 'word' | 'quoted' | 'text' | 'symbol';
  readonly value: string;
  /** Code-unit offset of the token's first character. */
  readonly offset: number;
};

/** The statements of a text as DuckDB and PostgreSQL split them; those without a token are left out. */
export function statementsOf(sql: string): readonly (readonly SqlToken[])[] {
  const statements: SqlToken[][] = [];
  let current: SqlToken[] = [];
  for (const token of tokensOf(sql)) {
    if (token.kind === 'symbol' && token.value === ';') {
      if (current.length > 0) statements.push(current);
      current = [];
    } else {
      current.push(token);
    }
  }
  if (current.length > 0) statements.push(current);
  return statements;
}

// What the engines take for a blank beside the ASCII ones: a guard that knew fewer would read `LOAD` + U+00A0
// + `httpfs` as one word.
const BLANK = /[\t\n\f\r \v\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]+/y;
const LINE_COMMENT = /--[^\n\r]*/y;
const ESCAPED_TEXT = /[eE]'((?:[^'\\]|\\[\s\S]|'')*)(?:'|$)/y;
const PLAIN_TEXT = /'((?:[^']|'')*)(?:'|$)/y;
const QUOTED_NAME = /"((?:[^"]|"")*)(?:"|$)/y;
const DOLLAR_OPEN = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
const WORD =
  /(?:[A-Za-z_]|(?![\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff])[\u0080-\uffff])(?:[\w$]|(?![\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff])[\u0080-\uffff])*/y;

function* tokensOf(sql: string): Generator<SqlToken> {
  let at = 0;
  while (at < sql.length) {
    const next = afterBlank(sql, at);
    if (next > at) {
      at = next;
      continue;
    }
    const token = tokenAt(sql, at);
    yield token.token;
    at = token.end;
  }
}

/** The offset behind one run of blanks or one comment; `at` itself where a token begins. */
function afterBlank(sql: string, at: number): number {
  if (sql.startsWith('/*', at)) return endOfBlockComment(sql, at);
  return (matchAt(BLANK, sql, at) ?? matchAt(LINE_COMMENT, sql, at))?.end ?? at;
}

/** Block comments nest; one that is never closed reaches to the end. */
function endOfBlockComment(sql: string, start: number): number {
  let depth = 0;
  for (let at = start; at < sql.length; ) {
    if (sql.startsWith('/*', at)) depth += 1;
    else if (sql.startsWith('*/', at)) depth -= 1;
    else {
      at += 1;
      continue;
    }
    at += 2;
    if (depth === 0) return at;
  }
  return sql.length;
}

function tokenAt(sql: string, at: number): { readonly token: SqlToken; readonly end: number } {
  const dollar = matchAt(DOLLAR_OPEN, sql, at);
  if (dollar !== undefined) {
    const close = sql.indexOf(dollar.text, dollar.end);
    const end = close === -1 ? sql.length : close;
    const value = sql.slice(dollar.end, end);
    return {
      token: { kind: 'text', value, offset: at },
      end: Math.min(end + dollar.text.length, sql.length),
    };
  }
  for (const { kind, pattern, doubled } of TOKENS) {
    const found = matchAt(pattern, sql, at);
    if (found === undefined) continue;
    const value = found.inner === undefined ? found.text : found.inner.replaceAll(doubled, doubled.charAt(0));
    return { token: { kind, value, offset: at }, end: found.end };
  }
  return { token: { kind: 'symbol', value: sql.charAt(at), offset: at }, end: at + 1 };
}

const TOKENS = [
  { kind: 'text', pattern: ESCAPED_TEXT, doubled: "''" },
  { kind: 'text', pattern: PLAIN_TEXT, doubled: "''" },
  { kind: 'quoted', pattern: QUOTED_NAME, doubled: '""' },
  { kind: 'word', pattern: WORD, doubled: '""' },
] as const;

type Found = { readonly text: string; readonly inner: string | undefined; readonly end: number };

function matchAt(pattern: RegExp, sql: string, at: number): Found | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(sql);
  return match === null ? undefined : { text: match[0], inner: match[1], end: at + match[0].length };
}
