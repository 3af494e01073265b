import type { Refusal } from '../../core/refusal.ts';
import { codePointOffset, outsideGrammar, type PredicateSource } from './predicate-fault.ts';

export type Token =
  | ({ readonly kind: 'word' | 'symbol' | 'end' } & Span)
  | ({ readonly kind: 'column' | 'subject'; readonly name: string } & Span)
  | ({ readonly kind: 'literal'; readonly value: string | number } & Span);

/** `text` = as written; `index` = its first UTF-16 code unit. */
type Span = { readonly text: string; readonly index: number };

export type TokenReader = {
  readonly peek: () => Token;
  readonly next: () => Token;
};

const MOST_BYTES = 4096;

const FORMS = [
  { kind: 'subject', form: /subject\.[A-Za-z_][A-Za-z0-9_]*/y },
  { kind: 'word', form: /[A-Za-z_][A-Za-z0-9_]*/y },
  { kind: 'column', form: /"(?:[^"]|"")+"/y },
  { kind: 'text', form: /'(?:[^']|'')*'/y },
  { kind: 'number', form: /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y },
  { kind: 'symbol', form: /<>|<=|>=|[=<>(),]/y },
] as const;

const BLANKS = /[ \t\r\n]*/y;
/** NUL stands in no row (evaluate.md 6.2), and neither it nor half a character reaches an engine. */
const UNWRITABLE = /[\0\p{Surrogate}]/u;

/** Reads tokens on demand, so that a fault stands at the first wrong place whatever follows it. */
export function readTokens(source: PredicateSource): TokenReader {
  const { read } = new TextEncoder().encodeInto(source.text, new Uint8Array(MOST_BYTES));
  const body = source.text.slice(0, read);
  let ahead: Token | undefined;
  let index = 0;
  const peek = (): Token => {
    ahead ??= tokenAt(source, body, index);
    return ahead;
  };
  const next = (): Token => {
    const token = peek();
    index = token.index + token.text.length;
    ahead = undefined;
    return token;
  };
  return { peek, next };
}

/** `unexpected ";" at 11` */
export function unexpected(source: PredicateSource, text: string, index: number, want: string): Refusal {
  return outsideGrammar(source, {
    at: `unexpected ${JSON.stringify(text)} at ${codePointOffset(source.text, index)}`,
    index,
    found: JSON.stringify(text),
    want,
    hint: INSTEAD.get(text),
  });
}

const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['!', 'write <> for "is not equal"'],
  ['-', 'a predicate holds no comment and no arithmetic'],
  ['/', 'a predicate holds no comment and no arithmetic'],
  [';', 'a predicate is one expression without `;`'],
  ['.', 'only `subject.<field>` has a dot; write a column name with a dot as "a.b"'],
]);

function tokenAt(source: PredicateSource, body: string, from: number): Token {
  BLANKS.lastIndex = from;
  const index = from + (BLANKS.exec(body)?.[0].length ?? 0);
  if (index >= body.length) return endToken(source, body, index);
  for (const { kind, form } of FORMS) {
    form.lastIndex = index;
    const text = form.exec(body)?.[0];
    if (text === undefined) continue;
    // A token that touches the cut may go on behind it.
    const whole = index + text.length < body.length || body.length === source.text.length;
    return whole ? checkedToken(source, kind, text, index) : endToken(source, body, body.length);
  }
  const character = String.fromCodePoint(body.codePointAt(index) ?? 0);
  const quoted = character === "'" || character === '"';
  if (quoted && body.length === source.text.length) throw unterminated(source, character, index);
  if (quoted) return endToken(source, body, body.length);
  throw unexpected(source, character, index, 'a name, a literal, an operator or a bracket');
}

function checkedToken(
  source: PredicateSource,
  kind: (typeof FORMS)[number]['kind'],
  text: string,
  index: number,
): Token {
  const bad = UNWRITABLE.exec(text);
  if (bad !== null) {
    throw unexpected(source, bad[0], index + bad.index, 'text without NUL and without half characters');
  }
  if (kind === 'word' || kind === 'symbol') return { kind, text, index };
  if (kind === 'subject') return { kind, name: text.slice('subject.'.length), text, index };
  if (kind === 'column') return { kind, name: text.slice(1, -1).replaceAll('""', '"'), text, index };
  if (kind === 'text') {
    return { kind: 'literal', value: text.slice(1, -1).replaceAll("''", "'"), text, index };
  }
  return { kind: 'literal', value: finiteNumber(source, text, index), text, index };
}

function finiteNumber(source: PredicateSource, text: string, index: number): number {
  const value = Number(text);
  if (Number.isFinite(value)) return value === 0 ? 0 : value;
  throw outsideGrammar(source, {
    at: `number out of range at ${codePointOffset(source.text, index)}`,
    index,
    found: text,
    want: 'a number that a 64-bit float holds',
  });
}

function endToken(source: PredicateSource, body: string, index: number): Token {
  if (body.length === source.text.length) return { kind: 'end', text: '', index };
  throw outsideGrammar(source, {
    at: `size at ${codePointOffset(source.text, body.length)}`,
    index: body.length,
    found: 'a predicate that goes on',
    want: `at most ${MOST_BYTES} bytes`,
    hint: 'put the values into a column and compare with that',
  });
}

function unterminated(source: PredicateSource, quote: string, index: number): Refusal {
  const what = quote === "'" ? 'text' : 'column name';
  return outsideGrammar(source, {
    at: `unterminated ${what} at ${codePointOffset(source.text, index)}`,
    index,
    found: `${quote} without its end`,
    want: `a closing ${quote}; one inside is written twice`,
  });
}
