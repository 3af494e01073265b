import type { Reference } from '../recall.ts';
import { compareNewest } from './candidates.ts';
import type { Entry } from './entries.ts';
import { TABLES } from './layout.ts';
import type { Scene } from './scenes.ts';
import { bound, statement } from './statement.ts';

/** The visible row of each reference: a key names one row but under valid_time, where the newest landed answers. */
export async function readReferences(
  { connection, sight, rows, entries }: Scene,
  references: readonly Reference[],
): Promise<readonly (Entry | null)[]> {
  const keys = [...new Set(references.map(([, key]) => key))];
  if (keys.length === 0) return [];
  const found = await connection.again(
    statement(
      bind => `SELECT x.rid, r.number FROM ${TABLES.entries} x JOIN (
        SELECT unnest(${bind(bound.texts(keys))}::VARCHAR[]) AS key, unnest(${bind(bound.integers(keys.map((_, at) => at)))}::INTEGER[]) AS number
      ) r ON x.key = r.key`,
    ),
  );
  const newest = new Map<string, number>();
  for (const [rid, number] of found) {
    const place = rows.places[Number(rid)] ?? -1;
    const table = rows.tables[rows.tableAt[place] ?? -1];
    if (table === undefined) continue;
    const reference = JSON.stringify([table.schema.name, keys[Number(number)]]);
    const known = newest.get(reference);
    if (known === undefined || compareNewest(rows, place, known) < 0) newest.set(reference, place);
  }
  const ridOf = (reference: Reference) => rows.rids[newest.get(JSON.stringify(reference)) ?? -1] ?? -1;
  const shown = await entries(
    sight.landings,
    [...newest.values()].map(place => rows.rids[place] ?? -1),
  );
  return references.map(reference => shown.get(ridOf(reference)) ?? null);
}
