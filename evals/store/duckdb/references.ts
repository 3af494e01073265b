import type { Reference } from '../recall.ts';
import type { Entry } from './entries.ts';
import { readEntries } from './entries.ts';
import { TABLES } from './layout.ts';
import type { Scene } from './scenes.ts';
import { bound, statement } from './statement.ts';

/** The visible row of each reference: a key names one row but under valid_time, where the newest landed answers. */
export async function readReferences(
  { connection, sight, tables }: Scene,
  references: readonly Reference[],
): Promise<readonly (Entry | null)[]> {
  const numbers = new Map(tables.map(({ schema, number }) => [schema.name, number]));
  const asked = references.flatMap(([table, key], at) => {
    const number = numbers.get(table);
    return number === undefined ? [] : [{ at, number, key }];
  });
  if (asked.length === 0) return references.map(() => null);
  const found = await connection.rows(
    statement(bind => {
      const lists = [
        `unnest(${bind(bound.integers(asked.map(({ at }) => at)))}) AS place`,
        `unnest(${bind(bound.integers(asked.map(({ number }) => number)))}) AS tbl`,
        `unnest(${bind(bound.texts(asked.map(({ key }) => key)))}) AS key`,
      ];
      return `SELECT place, arg_max(v.ord, (run, v.seq)) AS ord
        FROM ${TABLES.entries} x JOIN v ON x.rid = v.rid JOIN (SELECT ${lists.join(', ')}) r ON v.tbl = r.tbl AND x.key = r.key
        GROUP BY place`;
    }),
  );
  const ords = new Map(found.map(([place, ord]) => [Number(place), Number(ord)]));
  const entries = await readEntries(connection, sight, [...ords.values()]);
  return references.map((_, at) => entries.get(ords.get(at) ?? -1) ?? null);
}
