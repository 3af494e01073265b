import { compareCodePoints, countCodePoints } from '../../core/code-points.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { ColumnType } from './declaration.ts';
import { laneOfColumn, laneOfScalar } from './lane.ts';
import { likeMatcher } from './like-pattern.ts';
import type { Call, Comparison, Condition, Operand, Predicate } from './predicate.ts';
import type { Scalar, Subject } from './session.ts';

/** What a predicate reads beside the row: the types of its table's columns and the session's subject. */
export type PredicateScope = {
  readonly columns: ReadonlyMap<string, ColumnType>;
  readonly subject: Subject;
};

/** Three-valued result: null = unknown. Only true shows a row. */
export type Verdict = boolean | null;

/**
 * The TypeScript executor, the definition that the SQL executors must equal: a function from a row's cells to
 * SQL's three-valued result. A cell that is absent or not of its column's type is null.
 */
export function predicateTest(predicate: Predicate, scope: PredicateScope): (cells: JsonObject) => Verdict {
  return conditionTest(predicate.condition, scope);
}

/** A json or vector cell that is there: it is not null, and compares with nothing. */
const OPAQUE = Symbol('opaque');
type Value = Scalar | typeof OPAQUE | null;

function conditionTest(condition: Condition, scope: PredicateScope): (cells: JsonObject) => Verdict {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const tests = condition.conditions.map(item => conditionTest(item, scope));
      return cells => combine(tests, cells, condition.kind === 'or');
    }
    case 'not': {
      const test = conditionTest(condition.condition, scope);
      return cells => negate(test(cells));
    }
    case 'compare': {
      const left = operandValue(condition.left, scope);
      const right = operandValue(condition.right, scope);
      return cells => compare(condition.operator, left(cells), right(cells));
    }
    case 'in': {
      const value = operandValue(condition.operand, scope);
      return cells => negateIf(condition.negated, isIn(value(cells), condition.values));
    }
    case 'like': {
      const value = operandValue(condition.operand, scope);
      const matches = likeMatcher(condition.pattern);
      return cells => negateIf(condition.negated, onText(matches, value(cells)));
    }
    case 'null': {
      const value = operandValue(condition.operand, scope);
      return cells => (value(cells) === null) !== condition.negated;
    }
  }
}

/** AND is decided by a false, OR by a true; else one unknown makes the whole unknown. */
function combine(
  tests: readonly ((cells: JsonObject) => Verdict)[],
  cells: JsonObject,
  deciding: boolean,
): Verdict {
  let verdict: Verdict = !deciding;
  for (const test of tests) {
    const result = test(cells);
    if (result === deciding) return deciding;
    if (result === null) verdict = null;
  }
  return verdict;
}

function negate(verdict: Verdict): Verdict {
  return verdict === null ? null : !verdict;
}

function negateIf(negated: boolean, verdict: Verdict): Verdict {
  return negated ? negate(verdict) : verdict;
}

const HOLDS: { readonly [operator in Comparison]: (order: number) => boolean } = {
  '=': order => order === 0,
  '<>': order => order !== 0,
  '<': order => order < 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '>=': order => order >= 0,
};

function compare(operator: Comparison, left: Value, right: Value): Verdict {
  if (left === null || right === null || left === OPAQUE || right === OPAQUE) return null;
  if (laneOfScalar(left) !== laneOfScalar(right)) return null;
  return HOLDS[operator](orderOf(left, right));
}

function orderOf(left: Scalar, right: Scalar): number {
  if (typeof left === 'string' && typeof right === 'string') return compareCodePoints(left, right);
  return Number(left) - Number(right);
}

function isIn(value: Value, values: readonly Scalar[]): Verdict {
  let verdict: Verdict = false;
  for (const candidate of values) {
    const equal = compare('=', value, candidate);
    if (equal === true) return true;
    if (equal === null) verdict = null;
  }
  return verdict;
}

function operandValue(operand: Operand, scope: PredicateScope): (cells: JsonObject) => Value {
  switch (operand.kind) {
    case 'literal':
      return () => operand.value;
    case 'subject': {
      const value = Object.hasOwn(scope.subject, operand.field) ? scope.subject[operand.field] : undefined;
      return () => value ?? null;
    }
    case 'column': {
      const type = scope.columns.get(operand.name);
      return type === undefined ? () => null : cells => cellValue(cells, operand.name, type);
    }
    case 'call': {
      const values = operand.operands.map(item => operandValue(item, scope));
      const call = CALL_VALUES[operand.call];
      return cells => call(values.map(value => value(cells)));
    }
  }
}

function cellValue(cells: JsonObject, name: string, type: ColumnType): Value {
  const cell: JsonValue | undefined = Object.hasOwn(cells, name) ? cells[name] : undefined;
  if (cell === undefined || cell === null) return null;
  const lane = laneOfColumn(type);
  if (lane === 'opaque') return OPAQUE;
  return typeof cell !== 'object' && laneOfScalar(cell) === lane ? cell : null;
}

const CALL_VALUES: { readonly [call in Call]: (values: readonly Value[]) => Value } = {
  lower: ([value = null]) => onText(lowerAscii, value),
  upper: ([value = null]) => onText(upperAscii, value),
  trim: ([value = null]) => onText(trimSpaces, value),
  length: ([value = null]) => onText(countCodePoints, value),
  coalesce: values => values.find(value => value !== null) ?? null,
  starts_with: ([value = null, start = null]) =>
    typeof start === 'string' ? onText(text => text.startsWith(start), value) : null,
};

function onText<T>(call: (text: string) => T, value: Value): T | null {
  return typeof value === 'string' ? call(value) : null;
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}

function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, letters => letters.toUpperCase());
}

/** Only U+0020: `String.trim` would take every Unicode blank. */
function trimSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === ' ') start += 1;
  while (end > start && text[end - 1] === ' ') end -= 1;
  return text.slice(start, end);
}
