import { projectCells } from '../../policy/index.ts';
import { fusedScore } from '../../retrieve/fusion.ts';
import { type AnswerRow, rankedAnswer } from '../answer.ts';
import { reportedFloor } from '../call-scope.ts';
import type { RankedAnswer, RankedCall } from '../port.ts';
import { type Batch, type PlannedCall, planBatches } from './batch.ts';
import { readCosines } from './cosines.ts';
import type { Entry } from './entries.ts';
import { forgetMatches, matchQuestion, readLookups } from './matches.ts';
import { type Found, type PlacedRow, rankCall } from './rank-call.ts';
import type { Scene } from './scenes.ts';
import type { Sight } from './visible.ts';

/** Answers in the order of the calls (evaluate.md 9). Grouping changes no byte. */
export async function rankedAnswers(
  scene: Scene,
  calls: readonly RankedCall[],
): Promise<readonly RankedAnswer[]> {
  const answers = new Map<RankedCall, RankedAnswer>();
  for (const batch of await planBatches(calls, scene.rows, scene.sight)) {
    await answerBatch(scene, batch, answers);
    await scene.connection.checkExtensions();
  }
  return calls.flatMap(call => answers.get(call) ?? []);
}

/** The engine gives postings, cosines and the rows that are shown; everything between is arithmetic over places. */
async function answerBatch(
  scene: Scene,
  batch: Batch,
  answers: Map<RankedCall, RankedAnswer>,
): Promise<void> {
  const { rows, sight } = scene;
  const found = await rankBatch(scene, batch);
  const places = new Set([...found.values()].flatMap(one => one.rows.map(({ place }) => place)));
  const entries = await scene.entries(
    sight.landings,
    [...places].map(place => rows.rids[place] ?? -1),
  );
  for (const [planned, figures] of found) {
    const shown = figures.rows.flatMap(placed => {
      const entry = entries.get(rows.rids[placed.place] ?? -1);
      return entry === undefined ? [] : [answerRow(sight, placed, entry)];
    });
    const counts = {
      prefloor: figures.candidates,
      passed: figures.passed,
      matched: figures.matched,
      inWindow: figures.inside,
      deduped: figures.passed - figures.distinct,
      floor: floorOf(batch, planned),
      rowLimit: planned.rowLimit,
      truncated: figures.distinct > shown.length,
    };
    answers.set(planned.call, rankedAnswer(planned.call, sight.bounds, counts, shown));
  }
}

async function rankBatch(scene: Scene, batch: Batch): Promise<ReadonlyMap<PlannedCall, Found>> {
  const { connection, dictionary, postings, rows, scratch, sight } = scene;
  const lookups = await readLookups(batch, connection, dictionary, postings);
  const cosines = await readCosines(scene, batch);
  const ground = { rows, tables: batch.tables, scratch };
  const found = new Map<PlannedCall, Found>();
  for (const [question, calls] of byQuestion(batch.calls)) {
    const tokens = batch.tokens.filter(token => token.question === question);
    const matches = matchQuestion(tokens, lookups, ground);
    for (const planned of calls) {
      const own = { ...ground, planned, matches, cosines: cosines[planned.embedding] ?? null };
      found.set(planned, rankCall(own, sight.ranking));
    }
    forgetMatches(matches, scratch);
    // Signals and timers get their turn between two questions.
    await new Promise(resolve => setImmediate(resolve));
  }
  return found;
}

function byQuestion(calls: readonly PlannedCall[]): ReadonlyMap<number, readonly PlannedCall[]> {
  const questions = new Map<number, PlannedCall[]>();
  for (const planned of calls) {
    questions.set(planned.question, [...(questions.get(planned.question) ?? []), planned]);
  }
  return questions;
}

function answerRow({ session, ranking }: Sight, placed: PlacedRow, entry: Entry): AnswerRow {
  const { schema, stamp, row, cells } = entry;
  return {
    schema,
    row,
    stamp,
    cells: projectCells(schema, session, cells),
    inWindow: placed.inside,
    fused: fusedScore(placed, placed, placed.spread, ranking),
    matched: placed.matched,
    lexicalUnits: placed.lexicalUnits === null ? null : BigInt(placed.lexicalUnits),
    lexicalRank: placed.lexicalRank,
    cosineUnits: placed.cosineUnits,
  };
}

function floorOf({ tables }: Batch, { queries }: PlannedCall): number | null {
  const searched = tables.filter(({ schema }) => schema.snippetColumns.length > 0);
  return reportedFloor(searched.map(({ schema }) => queries.get(schema.analyzer)?.floor ?? null));
}
