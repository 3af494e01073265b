import fc from 'fast-check';
import type { JsonObject } from '../../core/json.ts';
import { COMPARISONS, type Condition, type Operand } from '../../evals/policy/predicate.ts';
import type { Subject } from '../../evals/policy/session.ts';
import type { ColumnType } from '../../evals/store/port.ts';

/** Every type, and names that would hurt if they reached SQL or an object's prototype. */
export const COLUMNS: ReadonlyMap<string, ColumnType> = new Map<string, ColumnType>([
  ['owner', 'string'],
  ['a"b', 'string'],
  ['__proto__', 'string'],
  ['constructor', 'integer'],
  ['level', 'integer'],
  ['price', 'number'],
  ['active', 'boolean'],
  ['seen', 'timestamp'],
  ['day', 'date'],
  ['extra', 'json'],
]);

export const TEXTS = [
  '',
  ' ',
  'a',
  'A',
  'Z',
  'ab',
  'aab',
  'aXb',
  'ops',
  'OPS',
  '  ops ',
  '\tops',
  "o'k",
  'a\nb',
  '%',
  '_',
  'a%b',
  'a\\b',
  '\\',
  'é',
  'É',
  'İ',
  'ß',
  'e\u0301',
  '東京',
  '東京駅',
  'Ａ',
  '😀',
  '😀a',
  '2030-01-01',
  '2030-01-01T00:00:00Z',
  '3',
  'true',
];
const NUMBERS = [0, -0, 1, -1, 2, 3, 2.5, 0.1, 1e21, -1e-7, 9007199254740991, -9007199254740991];
const INTEGERS = [0, 1, -1, 2, 3, 5, 9007199254740991, -9007199254740991];
export const PATTERNS = [
  '',
  '%',
  '%%',
  '_',
  '__',
  'a%',
  '%b',
  '%a%',
  'a_b',
  'a%b',
  '%a%b',
  '_a%',
  '%_',
  '%a_%',
  'o%s',
  'O%',
  '\\%',
  'a\\%b',
  '\\_',
  '\\\\',
  'a\\\\b',
  '%京%',
  '東_',
  '_',
  '%😀%',
  '%.%',
  '.*',
  '[ab]',
  '^a',
  '%a%a%b',
  '%\\a%',
];

const text = fc.constantFrom(...TEXTS);
const scalar = fc.oneof(
  text,
  fc.constantFrom(...NUMBERS.map(value => (value === 0 ? 0 : value))),
  fc.boolean(),
);

const { operand } = fc.letrec<{ operand: Operand }>(tie => ({
  operand: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ kind: fc.constant('column' as const), name: fc.constantFrom(...COLUMNS.keys()) }),
    fc.record({ kind: fc.constant('literal' as const), value: scalar }),
    fc.record({
      kind: fc.constant('subject' as const),
      field: fc.constantFrom('agent', 'tenant', 'clearance', 'admin', 'absent', 'constructor'),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      call: fc.constantFrom('lower' as const, 'upper' as const, 'trim' as const, 'length' as const),
      operands: fc.tuple(tie('operand')),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      call: fc.constant('starts_with' as const),
      operands: fc.tuple(tie('operand'), tie('operand')),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      call: fc.constant('coalesce' as const),
      operands: fc.array(tie('operand'), { minLength: 1, maxLength: 4 }),
    }),
  ),
}));

const test: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    operator: fc.constantFrom(...COMPARISONS),
    left: operand,
    right: operand,
  }),
  fc.record({
    kind: fc.constant('in' as const),
    negated: fc.boolean(),
    operand,
    values: fc.array(scalar, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant('like' as const),
    negated: fc.boolean(),
    operand,
    pattern: fc.constantFrom(...PATTERNS),
  }),
  fc.record({ kind: fc.constant('null' as const), negated: fc.boolean(), operand }),
);

export const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    test,
    fc.record({ kind: fc.constant('not' as const), condition: tie('condition') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      conditions: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).condition;

export const subjects: fc.Arbitrary<Subject> = fc.record(
  { agent: text, tenant: text, clearance: fc.constantFrom(...NUMBERS), admin: fc.boolean() },
  { requiredKeys: ['agent'] },
);

const CELLS = {
  string: text,
  timestamp: text,
  date: text,
  integer: fc.constantFrom(...INTEGERS),
  number: fc.constantFrom(...NUMBERS),
  boolean: fc.boolean(),
  json: fc.constantFrom<JsonObject | string | number>({ a: 1 }, 'a', 3),
} as const;

/** Cells of every column, each null in one of four rows. */
export const rows: fc.Arbitrary<JsonObject> = fc
  .tuple(...[...COLUMNS].map(([name, type]) => cell(type).map(value => [name, value] as const)))
  .map(entries => Object.fromEntries(entries));

function cell(type: ColumnType) {
  const values = CELLS[type === 'string' || !(type in CELLS) ? 'string' : (type as keyof typeof CELLS)];
  return fc.option<JsonObject | string | number | boolean>(values, { freq: 3, nil: null });
}
