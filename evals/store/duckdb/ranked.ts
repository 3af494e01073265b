import { projectCells } from '../../policy/index.ts';
import { fusedScore } from '../../retrieve/fusion.ts';
import { type AnswerRow, rankedAnswer } from '../answer.ts';
import { reportedFloor } from '../call-scope.ts';
import type { AnalyzerName, RankedAnswer, RankedCall } from '../port.ts';
import { type Base, readBase, readDistinct, readNewest, type Texts } from './base-rows.ts';
import { type Batch, dropsTwins, type PlannedCall, planBatches } from './batch.ts';
import { callsStatement, unnested } from './calls-sql.ts';
import { type Entry, readEntries } from './entries.ts';
import { hitsStatement, matchedStatement, nearStatement } from './gather-sql.ts';
import {
  type Matched,
  type PlacedRow,
  readFrequencies,
  readMatched,
  readRanked,
  tokenWeights,
} from './lexical-rows.ts';
import type { Scene } from './scenes.ts';
import { type Scope, scopeOf } from './scope.ts';
import { bound, statement } from './statement.ts';
import type { Sight } from './visible.ts';
import { readScopeSizes, scopeStatement } from './window-sql.ts';

/** Answers in the order of the calls (evaluate.md 9). Grouping changes no byte. */
export async function rankedAnswers(
  scene: Scene,
  calls: readonly RankedCall[],
): Promise<readonly RankedAnswer[]> {
  const answers = new Map<RankedCall, RankedAnswer>();
  for (const batch of await planBatches(calls, scene.tables, scene.sight)) {
    await answerBatch(scene, batch, answers);
    await scene.connection.checkExtensions();
  }
  return calls.flatMap(call => answers.get(call) ?? []);
}

/** Counts and rows of each call of a batch, before any entry is read. */
type Found = {
  readonly candidates: number;
  readonly passed: number;
  readonly matched: number;
  readonly inside: number;
  readonly distinct: number;
  /** In final order, at most one beyond the call's limit. */
  readonly rows: readonly PlacedRow[];
};

const NOTHING: Found = { candidates: 0, passed: 0, matched: 0, inside: 0, distinct: 0, rows: [] };

async function answerBatch(
  scene: Scene,
  batch: Batch,
  answers: Map<RankedCall, RankedAnswer>,
): Promise<void> {
  const found = batch.tables.length === 0 ? new Map<number, Found>() : await findRows(scene, batch);
  const shown = new Map(
    batch.calls.map(({ number, rowLimit }) => [number, (found.get(number)?.rows ?? []).slice(0, rowLimit)]),
  );
  const ords = [...new Set([...shown.values()].flatMap(rows => rows.map(({ ord }) => ord)))];
  const entries = await readEntries(scene.connection, scene.sight, ords);
  const explained = await readMatchedTokens(scene, batch, shown);
  for (const planned of batch.calls) {
    const { call, number, rowLimit } = planned;
    const figures = found.get(number) ?? NOTHING;
    const rows = (shown.get(number) ?? []).flatMap(placed => {
      const entry = entries.get(placed.ord);
      const tokens = explained.get(`${number} ${placed.ord}`) ?? [];
      return entry === undefined ? [] : [answerRow(scene.sight, placed, entry, tokens)];
    });
    const counts = {
      prefloor: figures.candidates,
      passed: figures.passed,
      matched: figures.matched,
      inWindow: figures.inside,
      deduped: figures.passed - figures.distinct,
      floor: floorOf(batch, planned),
      rowLimit,
      truncated: figures.distinct > rows.length,
    };
    answers.set(call, rankedAnswer(call, scene.sight.bounds, counts, rows));
  }
}

/** The steps of 9.9: cosines, matches, floor and counts, weights, order. */
async function findRows(scene: Scene, batch: Batch): Promise<ReadonlyMap<number, Found>> {
  const { connection, sight } = scene;
  const windowed = sight.ranking.candidates === 'window';
  const scope = scopeOf(batch, sight.ranking);
  const dedupe = batch.tables.some(dropsTwins);
  const keep = 1 + Math.max(...batch.calls.map(({ rowLimit }) => rowLimit));
  const ranksVectors = sight.ranking.calibration === 'rrf';
  const matches = batch.tokens.length > 0 || windowed || dedupe || ranksVectors;

  await makeTables(scene, batch, scope, matches);
  const base = await readBase(connection, batch, scope, sight.ranking, { keep, dedupe });
  const matched = matches ? await readMatched(connection, batch) : new Map<number, Matched>();
  const distinct = dedupe ? await readDistinct(connection, batch, scope) : null;
  const rows = await orderRows(scene, batch, scope, { base, matched, keep, dedupe });
  const sizes = windowed ? await readScopeSizes(connection) : null;
  const visible = batch.tables.reduce((sum, table) => sum + table.rows, 0);
  const found = batch.calls.map(({ number }): readonly [number, Found] => {
    const [all, some] = [base.get(number), matched.get(number)];
    const passed = {
      rows: (all?.rows ?? 0) + (some?.extra ?? 0),
      inside: (all?.inside ?? 0) + (some?.extraInside ?? 0),
    };
    const kept = distinct === null ? passed : (distinct.get(number) ?? { rows: 0, inside: 0 });
    const candidates = sizes === null ? visible : (sizes.get(number) ?? 0);
    const figures = {
      candidates,
      passed: passed.rows,
      matched: some?.rows ?? 0,
      inside: kept.inside,
      distinct: kept.rows,
    };
    return [number, { ...figures, rows: rows.get(number) ?? [] }];
  });
  return new Map(found);
}

/** Writes the temporary tables of a batch; what no call of it reads is not made. */
async function makeTables(
  { connection, dictionary, sight }: Scene,
  batch: Batch,
  scope: Scope,
  matches: boolean,
): Promise<void> {
  const windowed = scope.key === 'c';
  await connection.run(callsStatement(batch));
  if (windowed || batch.embeddings.length > 0) await connection.run(nearStatement(batch, sight));
  if (matches) await connection.run(hitsStatement(batch, dictionary));
  if (windowed) await connection.run(scopeStatement(batch, sight.ranking.calibration));
  if (matches) await connection.run(matchedStatement(batch, scope));
}

type Gathered = {
  readonly base: ReadonlyMap<number, Base>;
  readonly matched: ReadonlyMap<number, Matched>;
  readonly keep: number;
  readonly dedupe: boolean;
};

/**
 * Final order per call. Where nothing matched, the first rows of `base` have it already; where nothing has a
 * score at all, dates lead; else scores are counted and rows placed in the engine.
 */
async function orderRows(
  { connection, sight }: Scene,
  batch: Batch,
  scope: Scope,
  { base, matched, keep, dedupe }: Gathered,
): Promise<ReadonlyMap<number, readonly PlacedRow[]>> {
  const rows = new Map<number, readonly PlacedRow[]>();
  const [undated, scored] = [[] as number[], [] as number[]];
  for (const { number } of batch.calls) {
    const found = base.get(number);
    if (matched.has(number)) scored.push(number);
    else if (found === undefined) continue;
    else if (found.scored === 0) undated.push(number);
    else if (sight.ranking.calibration === 'rrf') scored.push(number);
    else rows.set(number, found.first.map(unmatched));
  }
  if (undated.length > 0) {
    const newest = await readNewest(connection, batch, scope, { keep, dedupe, only: undated });
    for (const [number, first] of newest) rows.set(number, first.map(unmatched));
  }
  if (scored.length > 0) {
    const frequencies = await readFrequencies(connection, sight.ranking.statistics);
    const population = populationOf(batch, sight, base, matched);
    const weights = tokenWeights(batch, frequencies, population);
    const first = scored.flatMap(call => (base.get(call)?.first ?? []).map(row => ({ ...row, call })));
    const ranked = await readRanked(connection, batch, scope, sight.ranking, {
      weights,
      first,
      keep,
      dedupe,
    });
    for (const [number, placed] of ranked) rows.set(number, placed);
  }
  return rows;
}

/** The rows whose words make a call's statistics (9.3). */
function populationOf(
  { tables }: Batch,
  { ranking }: Sight,
  base: Gathered['base'],
  matched: Gathered['matched'],
): (call: number, analyzer: AnalyzerName) => Texts {
  const add = (texts: readonly (Texts | undefined)[]): Texts => ({
    documents: texts.reduce((sum, text) => sum + (text?.documents ?? 0), 0),
    totalLength: texts.reduce((sum, text) => sum + (text?.totalLength ?? 0), 0),
  });
  return (call, analyzer) =>
    ranking.statistics === 'visible'
      ? add(tables.filter(({ schema }) => schema.analyzer === analyzer))
      : add([base.get(call)?.texts.get(analyzer), matched.get(call)?.extraTexts.get(analyzer)]);
}

function unmatched(row: Base['first'][number]): PlacedRow {
  return { ...row, lexicalUnits: null, lexicalRank: null, vectorRank: null, spread: null };
}

/** Tokens that each shown row of an explained call matches, in the question's order, keyed `<call> <ord>`. */
async function readMatchedTokens(
  { connection }: Scene,
  batch: Batch,
  shown: ReadonlyMap<number, readonly PlacedRow[]>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const explained = batch.calls
    .filter(({ call }) => call.explain === true)
    .flatMap(({ number, question }) =>
      (shown.get(number) ?? []).map(({ ord }) => ({ number, question, ord })),
    );
  if (explained.length === 0 || batch.tokens.length === 0) return new Map();
  const lists = {
    c: bound.integers(explained.map(({ number }) => number)),
    q: bound.integers(explained.map(({ question }) => question)),
    ord: bound.integers(explained.map(({ ord }) => ord)),
  };
  const rows = await connection.rows(
    statement(
      bind => `SELECT c, h.ord, t FROM hits h JOIN (SELECT ${unnested(bind, lists)}) s
        ON h.q = s.q AND h.ord = s.ord ORDER BY c, h.ord, t`,
    ),
  );
  const tokens = new Map<string, string[]>();
  for (const [c, ord, t] of rows) {
    const key = `${c} ${ord}`;
    tokens.set(key, [...(tokens.get(key) ?? []), batch.tokens[Number(t)]?.token ?? '']);
  }
  return tokens;
}

function answerRow(
  { session, ranking }: Sight,
  placed: PlacedRow,
  { schema, stamp, row, cells }: Entry,
  matched: readonly string[],
): AnswerRow {
  const { units: cosineUnits, inside: inWindow, lexicalUnits, lexicalRank, vectorRank, spread } = placed;
  return {
    schema,
    row,
    stamp,
    cells: projectCells(schema, session, cells),
    inWindow,
    fused: fusedScore({ lexicalUnits, cosineUnits }, { lexicalRank, vectorRank }, spread, ranking),
    matched,
    lexicalUnits,
    lexicalRank,
    cosineUnits,
  };
}

function floorOf({ tables }: Batch, { queries }: PlannedCall): number | null {
  const searched = tables.filter(({ schema }) => schema.snippetColumns.length > 0);
  return reportedFloor(searched.map(({ schema }) => queries.get(schema.analyzer)?.floor ?? null));
}
