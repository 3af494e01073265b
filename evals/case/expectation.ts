import type { CaseFaultReason } from './reason.ts';

export type Expectation = {
  readonly reason: CaseFaultReason;
  /** What is said of the value after its path; absent: that it is not what was expected. */
  readonly says?: string;
  readonly expected: string;
};

const INSTANT = 'an RFC 3339 instant with offset, such as 2030-02-15T00:00:00Z';
const ROW = '`table#key` or ["table", "key"]';

/** Each rule of the case format: the schema names it, a refusal prints it (evaluate.md 3.2, 3.5). */
const EXPECTATIONS = {
  case: { reason: 'type', expected: 'an object' },
  id: { reason: 'type', expected: 'a text of 1 to 200 bytes' },
  'id-empty': { reason: 'id-empty', says: 'is empty', expected: 'a text of 1 to 200 bytes' },
  'id-long': { reason: 'size', says: 'is too long', expected: 'a text of 1 to 200 bytes' },
  'id-control': { reason: 'type', says: 'holds a control character', expected: 'a text without them' },
  'id-blank': { reason: 'type', says: 'begins or ends with white space', expected: 'a text without it' },
  corpus: { reason: 'type', expected: 'a directory relative to the case file' },
  question: { reason: 'type', expected: 'a text' },
  'no-question': {
    reason: 'no-question',
    says: 'asks no question',
    expected: 'a question, or query_embedding beside a blank one',
  },
  tags: { reason: 'type', expected: 'a list of tags' },
  tag: { reason: 'tag', expected: 'a text of at most 64 bytes' },
  'tag-long': { reason: 'tag', says: 'is too long', expected: 'a text of at most 64 bytes' },
  'tag-control': { reason: 'tag', says: 'holds a control character', expected: 'a text without them' },
  prefix: { reason: 'type', expected: 'a prefix of table names or null' },
  embedding: { reason: 'type', expected: 'a list of 1 to 8192 numbers or null' },
  'embedding-size': { reason: 'size', says: 'has the wrong length', expected: 'a list of 1 to 8192 numbers' },
  number: { reason: 'type', expected: 'a finite number' },
  bounds: { reason: 'type', expected: 'an object of available_as_of, valid_as_of, landed_as_of' },
  bound: { reason: 'instant', says: 'is not an RFC 3339 instant or date', expected: `${INSTANT}, or a date` },
  'bounds-clash': {
    reason: 'bounds-clash',
    says: 'stands beside bounded.horizon',
    expected: 'bounds or bounded.horizon, not both',
  },
  rows: { reason: 'type', expected: 'a list of row references' },
  row: { reason: 'reference', says: 'is no row reference', expected: ROW },
  part: { reason: 'reference', says: 'is no part of a reference', expected: 'a text that is not empty' },
  expected: { reason: 'type', expected: 'an object' },
  answer: { reason: 'type', expected: 'a text or null' },
  edges: { reason: 'type', expected: 'a list of edges' },
  edge: {
    reason: 'reference',
    says: 'is no edge',
    expected: 'the key of an edge row or ["subject", "predicate", "object"]',
  },
  entities: { reason: 'type', expected: 'a list of texts' },
  entity: { reason: 'type', expected: 'a text' },
  citation: { reason: 'reference', says: 'is no row and no table', expected: `${ROW} or a table name` },
  boolean: { reason: 'type', expected: 'true or false' },
  instant: { reason: 'instant', says: 'is not an RFC 3339 instant', expected: INSTANT },
  'alias-clash': {
    reason: 'alias-clash',
    says: 'stands beside since, of which it is another name (recency_bound)',
    expected: 'since or recency_bound, not both',
  },
  block: { reason: 'type', expected: 'an object' },
} as const satisfies Record<string, Expectation>;

export type ExpectationName = keyof typeof EXPECTATIONS;

/** Settings of a zod schema or check: its message is the name of the rule. */
export function rule(name: ExpectationName): { readonly error: ExpectationName } {
  return { error: name };
}

/** The rule whose name a zod message is. */
export function brokenRule(message: string): Expectation {
  if (!isRule(message)) throw new RangeError(`no rule of the case format: ${message}`);
  return EXPECTATIONS[message];
}

function isRule(message: string): message is ExpectationName {
  return Object.hasOwn(EXPECTATIONS, message);
}
