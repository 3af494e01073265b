import { projectCells } from '../../policy/index.ts';
import { wholeRow } from '../answer.ts';
import type { RankedCall, Reader, ScanPage } from '../port.ts';
import { compareNewest } from './candidates.ts';
import { rankedAnswers } from './ranked.ts';
import { recallAnswers } from './recall.ts';
import { readReferences } from './references.ts';
import type { Scene, Scenes } from './scenes.ts';
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
  { entries, rows, sight }: Scene,
  name: string,
  { limit, after }: { readonly limit: number; readonly after: number | null },
): Promise<ScanPage> {
  const table = rows.tables.find(({ schema }) => schema.name === name);
  if (table === undefined) return { rows: [], after: null };
  const start = after ?? 0;
  const end = start + Math.max(0, limit);
  const landed = Int32Array.from({ length: table.end - table.first }, (_, i) => table.first + i);
  const rids = [...landed.sort((a, b) => compareNewest(rows, b, a)).subarray(start, end)].map(
    place => rows.rids[place] ?? -1,
  );
  const found = await entries(sight.landings, rids);
  const page = rids.flatMap(rid => {
    const entry = found.get(rid);
    if (entry === undefined) return [];
    const cells = projectCells(entry.schema, sight.session, entry.cells);
    return [{ key: entry.row.key, row: wholeRow(entry.schema, cells) }];
  });
  return { rows: page, after: end < landed.length ? end : null };
}
