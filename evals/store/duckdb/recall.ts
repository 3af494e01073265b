import { projectCells } from '../../policy/index.ts';
import type { RecallAnswer, RecallCall } from '../port.ts';
import {
  citationsOf,
  MOST_CITATIONS,
  readsWhole,
  recallAnswer,
  requireClaims,
  type VisibleClaim,
} from '../recall.ts';
import { readReferences } from './references.ts';
import type { Scene } from './scenes.ts';
import { bound, statement } from './statement.ts';
import type { VisibleTable } from './visible-rows.ts';

/** Keyed recall (evaluate.md 9.8): claims by their subject, then the rows that they cite, then the shared rules. */
export async function recallAnswers(
  scene: Scene,
  calls: readonly RecallCall[],
): Promise<readonly RecallAnswer[]> {
  const byName = new Map(scene.rows.tables.map(table => [table.schema.name, table]));
  const asked = calls.map(call => {
    const table = byName.get(call.table);
    return { call, schema: requireClaims(table?.schema, call), table };
  });
  const claims = new Map<VisibleTable, readonly VisibleClaim[]>();
  for (const { table } of asked) {
    if (table === undefined || claims.has(table)) continue;
    const subjects = asked.filter(other => other.table === table).map(({ call }) => call.subject);
    claims.set(table, await readClaims(scene, table, [...new Set(subjects)]));
  }
  const whole = await wholeRows(scene, [...claims.values()].flat());
  const answers = asked.map(({ call, schema, table }) =>
    recallAnswer(schema, call, table === undefined ? [] : (claims.get(table) ?? []), reference =>
      whole.has(JSON.stringify(reference)),
    ),
  );
  await scene.connection.checkExtensions();
  return answers;
}

const SUBJECT = { name: 'subject', type: 'string', physical: 'c_subject' } as const;

/** Visible claims that may speak of these subjects; which ones do, the shared rules decide on projected cells. */
async function readClaims(
  { connection, cells, sight, rows, entries }: Scene,
  { first, end, schema }: VisibleTable,
  subjects: readonly string[],
): Promise<readonly VisibleClaim[]> {
  const landings = sight.landings.filter(landing => landing.schema.name === schema.name);
  const table = await cells.tableOf(connection, [
    { landings: landings.map(landing => landing.number), columns: [SUBJECT] },
  ]);
  const asked = await connection.rows(
    statement(
      bind =>
        `SELECT rid FROM ${table} WHERE list_contains(${bind(bound.texts(subjects))}, ${SUBJECT.physical})`,
    ),
  );
  const places = asked
    .map(([rid]) => rows.places[Number(rid)] ?? -1)
    .filter(place => first <= place && place < end)
    .sort((a, b) => a - b);
  const found = await entries(
    sight.landings,
    places.map(place => rows.rids[place] ?? -1),
  );
  return [...found.values()].map(({ schema: landed, row, cells: all }) => ({
    row,
    cells: projectCells(landed, sight.session, all),
  }));
}

/** References of the claims' citations that the session sees with every cell, as JSON. */
async function wholeRows(scene: Scene, claims: readonly VisibleClaim[]): Promise<ReadonlySet<string>> {
  const cited = new Map(
    claims
      .map(claim => citationsOf(claim) ?? [])
      .filter(references => references.length <= MOST_CITATIONS)
      .flat()
      .map(reference => [JSON.stringify(reference), reference]),
  );
  const entries = await readReferences(scene, [...cited.values()]);
  const whole = [...cited.keys()].filter((_, at) => {
    const entry = entries[at] ?? null;
    return entry !== null && readsWhole(scene.sight.session, entry.schema, entry.cells);
  });
  return new Set(whole);
}
