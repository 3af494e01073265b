import { REGRESSION_TAG } from '../case/types.ts';
import type { Figure } from './figure.ts';
import { NO_RANKED_FIGURES, type RankedFigures, rankedFigures } from './ranked.ts';
import { abstentionRate, duplicateRate, type RateFigures, type RateTruth, rateFigures } from './rates.ts';
import type { CaseTruth, EdgeRow, Row } from './read.ts';
import type { Metric } from './registry.ts';
import { hitsOf, indexRows, type RowIndex } from './row-index.ts';
import { isTieAffected } from './ties.ts';

export type LegFigures = { readonly [metric in Metric]: Figure };

export const NO_FIGURES: LegFigures = {
  ...NO_RANKED_FIGURES,
  forbidden_row_rate: null,
  duplicate_row_rate: null,
  in_window_rate: null,
  abstention_rate: null,
};

/** A case's truth, indexed once for all legs. */
export type TruthIndex = RateTruth & { readonly relevant: RowIndex; readonly edges: EdgeIndex };
type EdgeIndex = { readonly size: number; readonly find: (row: EdgeRow) => number | undefined };

export function indexTruth(truth: CaseTruth): TruthIndex {
  return {
    relevant: indexRows(truth.artifacts),
    forbidden: isRegression(truth) ? indexRows(truth.mustNotRetrieve) : null,
    dated: truth.since !== null,
    mustAbstain: truth.mustAbstain,
    edges: indexEdges(truth.edges),
  };
}

/** Whether the forbidden rate is owed: the tag, matched exactly, and something to forbid. */
export function isRegression(truth: Pick<CaseTruth, 'tags' | 'mustNotRetrieve'>): boolean {
  return truth.tags.includes(REGRESSION_TAG) && truth.mustNotRetrieve.length > 0;
}

/** The nine metrics of one artifact leg, and whether ties could have decided them. */
export function scoreLeg(
  rows: readonly Row[],
  truth: TruthIndex,
  k: number,
): { readonly figures: LegFigures; readonly tied: boolean } {
  const hits = hitsOf(rows, truth.relevant);
  const scores = rows.map(row => row.score);
  return {
    figures: joined(rankedFigures(hits, truth.relevant.size, k), rateFigures(rows, truth)),
    tied: truth.relevant.size > 0 && isTieAffected(hits, scores),
  };
}

/** Written out: the engine makes the shape of a spread object anew each time. */
function joined(ranked: RankedFigures, rates: RateFigures): LegFigures {
  return {
    recall_at_k: ranked.recall_at_k,
    r_precision: ranked.r_precision,
    hit_rate_at_k: ranked.hit_rate_at_k,
    reciprocal_rank: ranked.reciprocal_rank,
    ndcg_at_k: ranked.ndcg_at_k,
    forbidden_row_rate: rates.forbidden_row_rate,
    duplicate_row_rate: rates.duplicate_row_rate,
    in_window_rate: rates.in_window_rate,
    abstention_rate: rates.abstention_rate,
  };
}

/** The metrics of one edge leg: must-not sets, recency and `regression` play no part on this surface. */
export function scoreEdgeLeg(rows: readonly EdgeRow[], truth: TruthIndex, k: number): LegFigures {
  const hits = rows.map(row => truth.edges.find(row) ?? -1);
  return {
    ...NO_FIGURES,
    ...rankedFigures(hits, truth.edges.size, k),
    duplicate_row_rate: duplicateRate(rows.map(({ id }) => ({ table: 'edge', key: id }))),
    abstention_rate: abstentionRate(rows.length, truth.mustAbstain),
  };
}

/** Ids and triples are numbered apart from each other; a triple's parts are compared as parts. */
function indexEdges(edges: CaseTruth['edges']): EdgeIndex {
  const ids = indexRows(
    edges.flatMap(edge => (typeof edge === 'string' ? [{ table: 'edge', key: edge }] : [])),
  );
  const triples = indexRows(
    edges.flatMap(edge => (typeof edge === 'string' ? [] : [{ table: 'triple', key: JSON.stringify(edge) }])),
  );
  return {
    size: ids.size + triples.size,
    find: ({ id, triple }) => {
      const byId = ids.find({ table: 'edge', key: id });
      if (byId !== undefined || triple === undefined) return byId;
      const byTriple = triples.find({ table: 'triple', key: JSON.stringify(triple) });
      return byTriple === undefined ? undefined : ids.size + byTriple;
    },
  };
}
