import type { PredicateScope } from './evaluate-predicate.ts';
import { LANES, type Lane, laneOfColumn, laneOfScalar } from './lane.ts';
import { likeRegex } from './like-pattern.ts';
import type { Condition, Operand, Predicate } from './predicate.ts';
import type { Scalar } from './session.ts';
import { type Dialect, type Fragment, joinSql, sql, TYPE_NAMES } from './sql-fragment.ts';

export type CompileScope = PredicateScope & {
  readonly dialect: Dialect;
  /** Generated name of a column, `c_0003` or `r.c_0003`; the column's own name never reaches SQL. */
  readonly physicalName: (column: string) => string;
};

/**
 * The SQL executors: a condition whose three-valued result equals `predicateTest` on every row. Columns hold
 * text as VARCHAR (timestamps and dates as they were read), integers as BIGINT, numbers as DOUBLE, booleans as
 * BOOLEAN, json and vectors as canonical text.
 */
export function compilePredicate(predicate: Predicate, scope: CompileScope): Fragment {
  return conditionSql(predicate.condition, scope);
}

const UNKNOWN = sql`CAST(NULL AS BOOLEAN)`;

/**
 * SQL has one type per expression, while a coalesce may give text in one row and a number in the next. So an
 * operand is one expression per lane, of which at most one is not null in any row. No lane at all = null.
 */
type Lanes = ReadonlyMap<Lane, Fragment>;

function conditionSql(condition: Condition, scope: CompileScope): Fragment {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const parts = condition.conditions.map(item => conditionSql(item, scope));
      return sql`(${joinSql(parts, condition.kind === 'and' ? ' AND ' : ' OR ')})`;
    }
    case 'not':
      return sql`(NOT ${conditionSql(condition.condition, scope)})`;
    case 'compare': {
      const right = operandLanes(condition.right, scope);
      return perLane(operandLanes(condition.left, scope), (left, lane) => {
        const other = right.get(lane);
        return lane === 'opaque' || other === undefined
          ? undefined
          : sql`(${ordered(left, lane, scope)} ${[condition.operator]} ${ordered(other, lane, scope)})`;
      });
    }
    case 'in':
      return negatedIf(
        condition.negated,
        perLane(operandLanes(condition.operand, scope), (operand, lane) =>
          membership(operand, lane, condition.values, scope),
        ),
      );
    case 'like':
      return negatedIf(
        condition.negated,
        perLane(operandLanes(condition.operand, scope), (operand, lane) =>
          lane === 'text' ? likeSql(operand, condition.pattern, scope) : undefined,
        ),
      );
    case 'null': {
      const lanes = [...operandLanes(condition.operand, scope).values()];
      const absent = lanes.map(lane => sql`(${lane} IS NULL)`);
      return negatedIf(
        condition.negated,
        absent.length === 0 ? sql`TRUE` : sql`(${joinSql(absent, ' AND ')})`,
      );
    }
  }
}

function negatedIf(negated: boolean, fragment: Fragment): Fragment {
  return negated ? sql`(NOT ${fragment})` : fragment;
}

/** The one lane that holds a value decides; where no lane has a test, the result is unknown. */
function perLane(lanes: Lanes, test: (operand: Fragment, lane: Lane) => Fragment | undefined): Fragment {
  const tests = [...lanes].flatMap(([lane, operand]) => {
    const found = test(operand, lane);
    return found === undefined ? [] : [found];
  });
  const [only] = tests;
  if (only === undefined) return UNKNOWN;
  return tests.length === 1 ? only : sql`COALESCE(${joinSql(tests, ', ')})`;
}

/** Code-point order: DuckDB compares the bytes of UTF-8, PostgreSQL does so under the collation "C". */
function ordered(operand: Fragment, lane: Lane, scope: CompileScope): Fragment {
  return lane === 'text' && scope.dialect === 'postgres' ? sql`(${operand} COLLATE "C")` : operand;
}

/** A value of another type makes an IN that found nothing unknown, as SQL's NULL in a list does. */
function membership(
  operand: Fragment,
  lane: Lane,
  values: readonly Scalar[],
  scope: CompileScope,
): Fragment | undefined {
  const alike = values.filter(value => laneOfScalar(value) === lane).map((value): Fragment => [{ value }]);
  if (alike.length === 0) return undefined;
  const found = sql`(${ordered(operand, lane, scope)} IN (${joinSql(alike, ', ')}))`;
  return alike.length === values.length ? found : sql`(${found} OR ${UNKNOWN})`;
}

/** DuckDB's own LIKE with an escape tries all ways; RE2 reads the text once. PostgreSQL's gives up in time. */
function likeSql(operand: Fragment, pattern: string, scope: CompileScope): Fragment {
  return scope.dialect === 'duckdb'
    ? sql`regexp_full_match(${operand}, ${[{ value: likeRegex(pattern) }]}, 's')`
    : sql`(${ordered(operand, 'text', scope)} LIKE ${[{ value: pattern }]})`;
}

function operandLanes(operand: Operand, scope: CompileScope): Lanes {
  switch (operand.kind) {
    case 'literal':
      return new Map([[laneOfScalar(operand.value), [{ value: operand.value }]]]);
    case 'subject': {
      const value = Object.hasOwn(scope.subject, operand.field) ? scope.subject[operand.field] : undefined;
      return value === undefined ? new Map() : new Map([[laneOfScalar(value), [{ value }]]]);
    }
    case 'column':
      return columnLanes(operand.name, scope);
    case 'call':
      return callLanes(operand, scope);
  }
}

function columnLanes(column: string, scope: CompileScope): Lanes {
  const type = scope.columns.get(column);
  if (type === undefined) return new Map();
  const name = scope.physicalName(column);
  if (!/^(?:[a-z][a-z0-9_]*\.)?[a-z][a-z0-9_]*$/.test(name)) {
    throw new RangeError(`${JSON.stringify(name)} is no generated column name`);
  }
  // Every number compares as a 64-bit float, as in JavaScript; landed integers are exact in one.
  const fragment: Fragment = type === 'integer' ? asNumber([name], scope) : [name];
  return new Map([[laneOfColumn(type), fragment]]);
}

function asNumber(fragment: Fragment, scope: CompileScope): Fragment {
  return sql`CAST(${fragment} AS ${[TYPE_NAMES[scope.dialect].number]})`;
}

const UPPER_CASE = "'ABCDEFGHIJKLMNOPQRSTUVWXYZ'";
const LOWER_CASE = "'abcdefghijklmnopqrstuvwxyz'";

function callLanes(operand: Operand & { readonly kind: 'call' }, scope: CompileScope): Lanes {
  if (operand.call === 'coalesce') return coalesceLanes(operand.operands, scope);
  const texts = operand.operands.map(item => operandLanes(item, scope).get('text'));
  const [text, start] = texts;
  if (text === undefined || texts.includes(undefined)) return new Map();
  switch (operand.call) {
    case 'lower':
      return new Map([['text', sql`translate(${text}, ${[UPPER_CASE]}, ${[LOWER_CASE]})`]]);
    case 'upper':
      return new Map([['text', sql`translate(${text}, ${[LOWER_CASE]}, ${[UPPER_CASE]})`]]);
    case 'trim':
      return new Map([['text', sql`${[scope.dialect === 'duckdb' ? 'trim' : 'btrim']}(${text}, ' ')`]]);
    case 'length':
      return new Map([['number', asNumber(sql`length(${text})`, scope)]]);
    case 'starts_with':
      return new Map([['boolean', sql`starts_with(${text}, ${start ?? []})`]]);
  }
}

function coalesceLanes(operands: readonly Operand[], scope: CompileScope): Lanes {
  const items = untilLiteral(flattened(operands)).flatMap(item => [...operandLanes(item, scope)]);
  const lanes = LANES.filter(lane => items.some(([of]) => of === lane));
  return new Map(lanes.map(lane => [lane, firstInLane(items, lane)]));
}

/** A coalesce inside a coalesce is part of the outer list; so each item has one lane. */
function flattened(operands: readonly Operand[]): readonly Operand[] {
  return operands.flatMap(operand =>
    operand.kind === 'call' && operand.call === 'coalesce' ? flattened(operand.operands) : [operand],
  );
}

/** What follows a literal is never reached. */
function untilLiteral(operands: readonly Operand[]): readonly Operand[] {
  const end = operands.findIndex(operand => operand.kind === 'literal');
  return end < 0 ? operands : operands.slice(0, end + 1);
}

/** The value of the first item that is not null, if that item is of this lane; each item is named once. */
function firstInLane(items: readonly (readonly [Lane, Fragment])[], lane: Lane): Fragment {
  const end = items.findLastIndex(([of]) => of === lane);
  return items
    .slice(0, end)
    .reduceRight<Fragment>(
      (rest, [of, item]) =>
        of === lane ? sql`COALESCE(${item}, ${rest})` : sql`CASE WHEN ${item} IS NULL THEN ${rest} END`,
      items[end]?.[1] ?? UNKNOWN,
    );
}
