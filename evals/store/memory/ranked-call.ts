import { canonicalJson } from '../../../core/canonical-json.ts';
import { type Session, shutColumns } from '../../policy/index.ts';
import { competitionRanks, type Fused, fusedScore, lexicalSpread } from '../../retrieve/fusion.ts';
import { compareRanked, type Placed } from '../../retrieve/order.ts';
import { lexicalQuery, passesFloor } from '../../retrieve/query.ts';
import { inWindow, windowInstant } from '../../retrieve/window.ts';
import { type AnswerRow, rankedAnswer } from '../answer.ts';
import { callReadsTable, dedupeColumn, reportedFloor, rowLimitOf } from '../call-scope.ts';
import type { Bounds, RankedAnswer, RankedCall, Ranking } from '../port.ts';
import { type Arm, type Candidate, candidateOf, chooseCandidates } from './candidates.ts';
import { lexicalUnits, statisticsOf } from './lexical-scores.ts';
import type { StoredRow } from './table.ts';
import { cellsFor, type VisibleTable } from './visible-rows.ts';

/** What a call reads: the tables that the session sees under its bounds, and nothing else. */
export type RankedScene = {
  readonly tables: readonly VisibleTable[];
  readonly session: Session;
  readonly bounds: Bounds;
  readonly ranking: Ranking;
};

type Scored = Placed & {
  readonly candidate: Candidate;
  readonly lexicalUnits: bigint | null;
  readonly lexicalRank: number | null;
  readonly fused: Fused;
};

/** The definition of a ranked call (evaluate.md 9): full scan, no index, one step after the other. */
export function rankedCall(scene: RankedScene, call: RankedCall): RankedAnswer {
  const { session, bounds, ranking } = scene;
  const rowLimit = rowLimitOf(call, session);
  const arms = armsOf(scene, call);
  const visibleOf = new Map(
    arms.map(arm => [arm, arm.table.rows.map(stored => candidateOf(arm, stored, call.embedding))]),
  );
  const visible = [...visibleOf.values()].flat();
  const candidates = [...visibleOf].flatMap(([arm, rows]) =>
    chooseCandidates(arm, rows, rowLimit, ranking.candidates),
  );
  const passed = candidates.filter(({ arm, matches, cosineUnits }) =>
    passesFloor(arm.query.floor, matches?.length ?? null, cosineUnits),
  );
  const population = { passed, visible }[ranking.statistics];
  const scored = scoreCandidates(passed, population, call, ranking);
  const ordered = scored.toSorted(compareRanked(leadOf(scored)));
  const distinct = dropRepeatedContent(ordered);
  const returned = distinct.slice(0, rowLimit);
  return rankedAnswer(
    call,
    bounds,
    {
      prefloor: candidates.length,
      passed: passed.length,
      matched: scored.filter(row => row.lexicalUnits !== null).length,
      inWindow: distinct.filter(row => row.inWindow).length,
      deduped: ordered.length - distinct.length,
      floor: reportedFloor(arms.filter(hasSnippet).map(({ query }) => query.floor)),
      rowLimit,
      truncated: distinct.length > returned.length,
    },
    returned.map(row => answerRow(row, session)),
  );
}

/** The tables of the call with the question as each one's analyzer reads it (8.2, 8.3, 9.1). */
function armsOf({ tables, ranking }: RankedScene, call: RankedCall): readonly Arm[] {
  return tables
    .filter(({ schema }) => callReadsTable(schema, call))
    .map(table => ({
      table,
      query: lexicalQuery(table.analyzer, call.query, ranking, call.minimumMatch),
    }));
}

/** Lexical score, its rank among all tables of the call, and the fused score (9.3, 9.4). */
function scoreCandidates(
  passed: readonly Candidate[],
  population: readonly Candidate[],
  call: RankedCall,
  ranking: Ranking,
): readonly Scored[] {
  const statistics = statisticsOf(population);
  const units = passed.map(candidate => lexicalUnits(candidate, statistics, ranking));
  const spread = lexicalSpread(units);
  const lexicalRanks = competitionRanks(units);
  const vectorRanks = competitionRanks(passed.map(({ cosineUnits }) => positiveOrNull(cosineUnits)));
  return passed.map((candidate, index) => {
    const lexical = units[index] ?? null;
    const lexicalRank = lexicalRanks[index] ?? null;
    const fused = fusedScore(
      { lexicalUnits: lexical, cosineUnits: candidate.cosineUnits },
      { lexicalRank, vectorRank: vectorRanks[index] ?? null },
      spread,
      ranking,
    );
    return {
      candidate,
      lexicalUnits: lexical,
      lexicalRank,
      fused,
      score: fused.score,
      ...placeOf(candidate.stored, call),
    };
  });
}

/** Window tier, date and the tie-breaking members of a row (9.5, 9.6). */
function placeOf({ row, stamp, schema }: StoredRow, call: RankedCall): Omit<Placed, 'score'> {
  return {
    inWindow: inWindow(windowInstant(row, stamp.ingestedNs), call.sinceNs, call.anchorNs),
    datedNs: row.publishedNs ?? stamp.ingestedNs,
    table: schema.name,
    runId: stamp.runId,
    seq: row.seq,
  };
}

/** By score, unless nothing in the call has one (9.5). */
function leadOf(scored: readonly Scored[]): 'score' | 'date' {
  const hasScore = ({ lexicalUnits: units, candidate }: Scored) =>
    units !== null || candidate.cosineUnits !== null;
  return scored.some(hasScore) ? 'score' : 'date';
}

/** Of the rows of a table with one content hash the first stays (9.2). */
function dropRepeatedContent(ordered: readonly Scored[]): readonly Scored[] {
  const seen = new Map<Arm, Set<string>>();
  return ordered.filter(({ candidate: { arm, stored } }) => {
    const hash = contentHash(arm, stored);
    if (hash === null) return true;
    const hashes = seen.get(arm) ?? new Set();
    const isFirst = !hashes.has(hash);
    seen.set(arm, hashes.add(hash));
    return isFirst;
  });
}

/** Null where no floor applies, or the row has no hash that decides. */
function contentHash(arm: Arm, { schema, row }: StoredRow): string | null {
  if (arm.query.floor === null) return null;
  const column = dedupeColumn(schema.declaration, shutColumns(schema.declaration));
  const cell = column === null || !Object.hasOwn(row.cells, column) ? null : (row.cells[column] ?? null);
  return cell === null ? null : canonicalJson(cell);
}

function hasSnippet({ table }: Arm): boolean {
  return table.schema.snippetColumns.length > 0;
}

function positiveOrNull(cosineUnits: number | null): number | null {
  return cosineUnits !== null && cosineUnits > 0 ? cosineUnits : null;
}

function answerRow(
  { candidate, inWindow: inside, fused, lexicalUnits: units, lexicalRank }: Scored,
  session: Session,
): AnswerRow {
  const { schema, row, stamp } = candidate.stored;
  return {
    schema,
    row,
    stamp,
    cells: cellsFor(session, candidate.stored),
    inWindow: inside,
    fused,
    matched: (candidate.matches ?? []).map(({ token }) => token),
    lexicalUnits: units,
    lexicalRank,
    cosineUnits: candidate.cosineUnits,
  };
}
