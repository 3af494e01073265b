import type { JsonObject } from '../../core/json.ts';
import { compilePredicate } from './compile-predicate.ts';
import type { ColumnType, RowPolicy, TableDeclaration } from './declaration.ts';
import { predicateTest } from './evaluate-predicate.ts';
import { grantsTable } from './grants.ts';
import type { Predicate } from './predicate.ts';
import type { Session } from './session.ts';
import { type BoundSql, bindSql, type Dialect, joinSql, sql } from './sql-fragment.ts';
import { admits, admitsFailClosed } from './zones.ts';

/** What a session sees of one table. A table of which it sees nothing must answer as one that does not exist. */
export type Visibility =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'rows';
      readonly admits: (cells: JsonObject) => boolean;
      /**
       * The same test as an SQL condition over the table's stored cells, to stand in a WHERE, where null hides
       * like false. `physicalName` gives the generated name of a column, with or without an alias; values are
       * bound as `$firstParameter` (1 unless given) and on.
       */
      readonly compile: (
        dialect: Dialect,
        physicalName: (column: string) => string,
        firstParameter?: number,
      ) => BoundSql;
    };

/** The part of a landed table that visibility reads. */
export type PolicedTable = {
  readonly name: string;
  readonly declaration: TableDeclaration;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
};

/**
 * Composes what must hold, in the order of evaluate.md 5.3: grant, tenant, credential predicate, row policy,
 * `[eval.policy] default_rows`, zone. It comes before every candidate limit, statistic and count, so that a
 * withheld row has no effect. A predicate that names a column that the table lacks withholds the whole table.
 */
export function visibilityOf(
  schema: PolicedTable,
  session: Session,
  options: { readonly defaultRows: Predicate | null },
): Visibility {
  if (!grantsTable(session, schema.name)) return NOTHING;
  const { tenantColumn, policy } = schema.declaration;
  if (tenantColumn !== null && session.tenant === null) return NOTHING;
  const predicates = [
    tenantColumn === null || session.tenant === null ? null : tenantEquality(tenantColumn, session.tenant),
    session.rows,
    policy.rows === null ? null : effectivePredicate(policy.rows, session),
    options.defaultRows,
  ].filter(predicate => predicate !== null);
  const columns = new Map(schema.columns.map(({ name, type }) => [name, type]));
  if (!predicates.every(predicate => predicate.columns.every(name => columns.has(name)))) return NOTHING;
  return zoneOpens(schema, session.zone) ? rowsOf(predicates, columns, session) : NOTHING;
}

const NOTHING: Visibility = { kind: 'nothing' };

function tenantEquality(column: string, tenant: string): Predicate {
  return {
    text: 'tenant',
    columns: [column],
    condition: {
      kind: 'compare',
      operator: '=',
      left: { kind: 'column', name: column },
      right: { kind: 'literal', value: tenant },
    },
  };
}

/** The predicate of the first exception whose `when` is true for the subject, else the table's own. */
function effectivePredicate(policy: RowPolicy, session: Session): Predicate {
  const scope = { columns: new Map<string, ColumnType>(), subject: session.subject };
  const exception = policy.exceptions.find(({ when }) => predicateTest(when, scope)({}) === true);
  return exception?.predicate ?? policy.predicate;
}

function zoneOpens({ declaration }: PolicedTable, zone: string): boolean {
  if (declaration.class === 'phi' && !admitsFailClosed(zone)) return false;
  return admits(declaration.policy.zoneAllow, zone);
}

function rowsOf(
  predicates: readonly Predicate[],
  columns: ReadonlyMap<string, ColumnType>,
  session: Session,
): Visibility {
  const scope = { columns, subject: session.subject };
  const tests = predicates.map(predicate => predicateTest(predicate, scope));
  return {
    kind: 'rows',
    admits: cells => tests.every(test => test(cells) === true),
    compile: (dialect, physicalName, firstParameter = 1) => {
      const parts = predicates.map(predicate =>
        compilePredicate(predicate, { ...scope, dialect, physicalName }),
      );
      const condition = parts.length === 0 ? sql`TRUE` : sql`(${joinSql(parts, ' AND ')})`;
      return bindSql(condition, dialect, firstParameter);
    },
  };
}
