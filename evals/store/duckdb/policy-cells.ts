import { laneOfColumn } from '../../policy/lane.ts';
import type { ColumnType } from '../port.ts';
import type { Connection } from './engine.ts';
import { TABLES } from './layout.ts';
import { type Bind, bound, statement } from './statement.ts';

/** Columns of one table that a policy reads, under the generated names that its SQL gives them. */
export type PolicyColumns = {
  /** Numbers of the landings that hold the table's rows. */
  readonly landings: readonly number[];
  readonly columns: readonly {
    readonly name: string;
    readonly type: ColumnType;
    readonly physical: string;
  }[];
};

/** Tables of typed cells by what they hold, shared by all readers of a store. */
export type PolicyCells = {
  /** The name of the table that has these columns, one line per row; made on first use. */
  readonly tableOf: (connection: Connection, tables: readonly PolicyColumns[]) => Promise<string>;
};

/**
 * Policies compare typed cells, rows are kept as JSON. The few columns that a session's predicates name are
 * taken out once per store, so that a reader with bounds of its own parses no row.
 */
export function createPolicyCells(): PolicyCells {
  const made = new Map<string, Promise<string>>();
  return {
    tableOf: (connection, tables) => {
      const content = JSON.stringify(tables);
      const known = made.get(content);
      if (known !== undefined) return known;
      const name = `policy_${made.size}`;
      const making = makeTable(connection, name, tables);
      made.set(content, making);
      return making;
    },
  };
}

async function makeTable(
  connection: Connection,
  name: string,
  tables: readonly PolicyColumns[],
): Promise<string> {
  const physical = [
    ...new Set(tables.flatMap(({ columns }) => columns.map(column => column.physical))),
  ].sort();
  await connection.run(
    statement(bind => {
      const parts = tables.map(table => cellsSql(bind, table, physical));
      return `CREATE TABLE ${name} AS ${parts.join(' UNION ALL ')}`;
    }),
  );
  return name;
}

function cellsSql(bind: Bind, { landings, columns }: PolicyColumns, physical: readonly string[]): string {
  const cells = physical.map(name => {
    const column = columns.find(candidate => candidate.physical === name);
    if (column === undefined) return `NULL AS ${name}`;
    const text = `json_extract_string(cells, ${bind(bound.text(jsonPointer(column.name)))})`;
    return `CAST(${text} AS ${engineTypeOf(column.type)}) AS ${name}`;
  });
  return `SELECT rid, ${cells.join(', ')} FROM ${TABLES.entries} WHERE landing IN (${landings.map(Math.trunc).join(', ')})`;
}

const ENGINE_TYPES = { text: 'VARCHAR', number: 'DOUBLE', boolean: 'BOOLEAN', opaque: 'VARCHAR' } as const;

export function engineTypeOf(type: ColumnType): (typeof ENGINE_TYPES)[keyof typeof ENGINE_TYPES] {
  return ENGINE_TYPES[laneOfColumn(type)];
}

/** RFC 6901: `/` and the name with `~` and `/` escaped. */
function jsonPointer(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
