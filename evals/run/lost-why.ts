import type { Nanoseconds } from '../../core/time.ts';
import { rowIdentity } from '../case/reference.ts';
import { shutColumns } from '../policy/index.ts';
import { type Analyzer, loadAnalyzer, matchCount } from '../retrieve/analyzers.ts';
import { lexicalQuery } from '../retrieve/query.ts';
import { rowShapes } from '../retrieve/row-shape.ts';
import { inWindow, windowInstant } from '../retrieve/window.ts';
import type { RowId } from '../score/read.ts';
import { callReadsTable } from '../store/call-scope.ts';
import type { AnalyzerName, RankedCall, Ranking, Reader } from '../store/port.ts';
import type { LostReason } from './case-line.ts';
import type { TableShape } from './land-corpus.ts';

/**
 * What a row tells of its absence from an answer. why: all that there is to say; null: its rank is to be looked
 * for, and unranked says why it may have none.
 */
export type RowLook = { readonly why: LostReason | null; readonly unranked: LostReason | null };

type Looking = {
  readonly ranking: Ranking;
  readonly landedAt: Nanoseconds;
  readonly shapes: ReadonlyMap<string, TableShape>;
};

/** Reads the rows once, as the session sees them, for any number of calls of its reader. */
export async function rowLook(
  reader: Reader,
  rows: readonly RowId[],
  looking: Looking,
): Promise<(row: RowId, call: RankedCall) => RowLook> {
  const wanted = new Map(rows.map(({ table, key }) => [rowIdentity([table, key]), [table, key] as const]));
  const cells = await reader.rows([...wanted.values()]);
  const visible = new Map([...wanted.keys()].map((id, i) => [id, cells[i] ?? null]));
  const analyzers = await analyzersOf(rows, looking.shapes);
  return ({ table, key }, call) => {
    const row = visible.get(rowIdentity([table, key])) ?? null;
    const schema = looking.shapes.get(table)?.schema;
    const analyzer = schema === undefined ? undefined : analyzers.get(schema.analyzer);
    if (row === null || schema === undefined || analyzer === undefined) return settled('not_visible');
    if (!callReadsTable(schema, call)) return settled('not_asked');
    const shape = rowShapes(schema, shutColumns(schema.declaration))(row);
    const instant = windowInstant(shape, looking.landedAt);
    if (!inWindow(instant, call.sinceNs, call.anchorNs)) return settled('out_of_window');
    const unranked = belowFloor(shape.snippet, call, analyzer, looking.ranking);
    // Where the call has a vector, that may let in a row which its words do not.
    return unranked !== null && call.embedding === null ? settled(unranked) : { why: null, unranked };
  };
}

function settled(why: LostReason): RowLook {
  return { why, unranked: why };
}

/** Null: the words of the row are enough, or none are asked of it. */
function belowFloor(
  snippet: string | null,
  call: RankedCall,
  analyzer: Analyzer,
  ranking: Ranking,
): 'no_match' | 'below_floor' | null {
  const { tokens, floor } = lexicalQuery(analyzer, call.query, ranking, call.minimumMatch);
  if (snippet === null || floor === null) return null;
  const document = analyzer.documentTerms(snippet);
  const matched = tokens.filter(({ lookup }) => matchCount(lookup, document) > 0).length;
  if (matched >= floor) return null;
  return matched === 0 ? 'no_match' : 'below_floor';
}

async function analyzersOf(
  rows: readonly RowId[],
  shapes: Looking['shapes'],
): Promise<ReadonlyMap<AnalyzerName, Analyzer>> {
  const names = new Set(rows.flatMap(({ table }) => shapes.get(table)?.schema.analyzer ?? []));
  return new Map(await Promise.all([...names].map(async name => [name, await loadAnalyzer(name)] as const)));
}
