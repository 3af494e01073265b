import type { Figure } from './figure.ts';
import type { RankedMetric } from './registry.ts';

export type RankedFigures = { readonly [metric in RankedMetric]: Figure };

export const NO_RANKED_FIGURES: RankedFigures = constant(null);
const ALL_ZERO: RankedFigures = constant(0);

/**
 * The five rank metrics of one list over binary relevance (scoring.md 3; nDCG: Järvelin & Kekäläinen 2002).
 * hits: per position, best first, the number of the relevant row found there or -1; a repeat bears the number
 * of its first position and counts nothing, but occupies its own. relevant: count of distinct relevant rows.
 * Returns values in [0, 1]; no figure when nothing is relevant. k = 0 gives 0 for the four cut metrics.
 */
export function rankedFigures(hits: readonly number[], relevant: number, k: number): RankedFigures {
  if (relevant === 0) return NO_RANKED_FIGURES;
  if (hits.length === 0) return ALL_ZERO;
  const window = Math.min(k, relevant);
  const firsts = firstPositions(hits);
  const inTop = countBelow(firsts, k);
  const ideal = idealGain(window);
  return {
    recall_at_k: inTop / relevant,
    r_precision: window === 0 ? 0 : countBelow(firsts, window) / window,
    hit_rate_at_k: inTop > 0 ? 1 : 0,
    reciprocal_rank: firsts[0] === undefined ? 0 : 1 / (firsts[0] + 1),
    ndcg_at_k: ideal === 0 ? 0 : gainOf(firsts, inTop) / ideal,
  };
}

/** Ascending 0-based positions at which a relevant row stands for the first time. */
function firstPositions(hits: readonly number[]): number[] {
  const seen = new Set<number>();
  const firsts: number[] = [];
  for (let p = 0; p < hits.length; p += 1) {
    const hit = hits[p] ?? -1;
    if (hit < 0 || seen.has(hit)) continue;
    seen.add(hit);
    firsts.push(p);
  }
  return firsts;
}

function countBelow(ascending: readonly number[], limit: number): number {
  let count = 0;
  while (count < ascending.length && (ascending[count] ?? limit) < limit) count += 1;
  return count;
}

function gainOf(positions: readonly number[], count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum += gainAt(positions[i] ?? 0);
  return sum;
}

// Logarithms are tabulated: the same position has the same gain in every case, worker and shard.
const gains: number[] = [];
const idealGains: number[] = [0];

function gainAt(position: number): number {
  while (gains.length <= position) gains.push(1 / Math.log2(gains.length + 2));
  return gains[position] ?? 0;
}

function idealGain(window: number): number {
  while (idealGains.length <= window) {
    const last = idealGains.length - 1;
    idealGains.push((idealGains[last] ?? 0) + gainAt(last));
  }
  return idealGains[window] ?? 0;
}

function constant(value: Figure): RankedFigures {
  return {
    recall_at_k: value,
    r_precision: value,
    hit_rate_at_k: value,
    reciprocal_rank: value,
    ndcg_at_k: value,
  };
}
