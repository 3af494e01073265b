import { projectCells } from '../../policy/index.ts';
import { wholeRow } from '../answer.ts';
import type { RankedCall, Reader, ScanPage } from '../port.ts';
import { readEntries } from './entries.ts';
import { rankedAnswers } from './ranked.ts';
import { recallAnswers } from './recall.ts';
import { readReferences } from './references.ts';
import type { Scene, Scenes } from './scenes.ts';
import { bound, statement } from './statement.ts';
import type { Sight } from './visible.ts';

/** Calls that are planned together; a batch of fewer is formed from them (9.9). */
const CALLS_AHEAD = 192;

/** All reads of one session under its bounds. */
export function duckdbReader(scenes: Scenes, sight: Sight): Reader {
  return {
    ranked: async function* (calls: readonly RankedCall[]) {
      for (let at = 0; at < calls.length; at += CALLS_AHEAD) {
        const ahead = calls.slice(at, at + CALLS_AHEAD);
        yield* await scenes.use(sight, scene => rankedAnswers(scene, ahead));
      }
    },
    recall: calls => scenes.use(sight, scene => recallAnswers(scene, calls)),
    scan: (table, page) => scenes.use(sight, scene => scanPage(scene, table, page)),
    rows: references =>
      scenes.use(sight, async scene => {
        const entries = await readReferences(scene, references);
        return entries.map(entry =>
          entry === null
            ? null
            : wholeRow(entry.schema, projectCells(entry.schema, sight.session, entry.cells)),
        );
      }),
  };
}

/** Visible rows of a table in order of landing; `after` counts the rows before the page. */
async function scanPage(
  { connection, sight, tables }: Scene,
  name: string,
  { limit, after }: { readonly limit: number; readonly after: number | null },
): Promise<ScanPage> {
  const table = tables.find(({ schema }) => schema.name === name);
  if (table === undefined) return { rows: [], after: null };
  const start = after ?? 0;
  const end = start + Math.max(0, limit);
  const found = await connection.rows(
    statement(
      bind => `SELECT ord FROM v WHERE tbl = ${Math.trunc(table.number)} ORDER BY run, seq
        LIMIT ${bind(bound.integer(end - start))} OFFSET ${bind(bound.integer(start))}`,
    ),
  );
  const ords = found.map(([ord]) => Number(ord));
  const entries = await readEntries(connection, sight, ords);
  const rows = ords.flatMap(ord => {
    const entry = entries.get(ord);
    if (entry === undefined) return [];
    const cells = projectCells(entry.schema, sight.session, entry.cells);
    return [{ key: entry.row.key, row: wholeRow(entry.schema, cells) }];
  });
  return { rows, after: end < table.rows ? end : null };
}
