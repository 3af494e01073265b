import { contributionUnits, inverseDocumentFrequency } from '../../retrieve/bm25.ts';
import type { AnalyzerName, Ranking } from '../port.ts';
import type { CallGround } from './candidates.ts';
import type { TokenMatches } from './matches.ts';

/** Exact sums of lexical units: of numbers below 2^53, of 64-bit integers where a question could go beyond. */
export type Totals = Float64Array | BigInt64Array;

/** The lexical scores of one call. */
export type Words = {
  /** By place, where a row passed and matches; else 0. */
  readonly totals: Totals;
  /** The same scores, ascending. */
  readonly sorted: Totals;
};

/** Statistics over the call's own rows, then units (evaluate.md 9.3). `passed`: places marked in the scratch. */
export function scoreWords(ground: CallGround, passed: Int32Array, ranking: Ranking): Words {
  const { rows, matches, scratch } = ground;
  const populations = populationsOf(ground, passed, ranking.statistics);
  const weighed = matches.tokens.flatMap(match => {
    const frequency =
      ranking.statistics === 'visible' ? match.places.length : countPassed(match, scratch.passed);
    const texts = populations.get(match.token.analyzer);
    if (frequency === 0 || texts === undefined) return [];
    const idf = inverseDocumentFrequency(texts.documents, frequency);
    return [{ match, idf, averageLength: texts.totalLength / texts.documents }];
  });
  const most = weighed.reduce((sum, { idf }) => sum + idf * (ranking.k1 + 1) * 1e12 + 1, 0);
  const totals = most < Number.MAX_SAFE_INTEGER ? scratch.totals : scratch.wide();
  for (const { match, idf, averageLength } of weighed) {
    for (let i = 0; i < match.places.length; i += 1) {
      const place = match.places[i] ?? 0;
      if (scratch.passed[place] !== 1) continue;
      add(
        totals,
        place,
        contributionUnits(idf, match.counts[i] ?? 0, rows.lengths[place] ?? 0, averageLength, ranking),
      );
    }
  }
  return { totals, sorted: sortedScores(ground, totals) };
}

/** Gives the totals back as 0. */
export function forgetWords({ matches }: CallGround, { totals }: Words): void {
  const { places } = matches;
  if (totals instanceof Float64Array) {
    for (let i = 0; i < places.length; i += 1) totals[places[i] ?? 0] = 0;
  } else {
    for (let i = 0; i < places.length; i += 1) totals[places[i] ?? 0] = 0n;
  }
}

type Texts = { documents: number; totalLength: number };

function populationsOf(
  { rows, tables }: CallGround,
  passed: Int32Array,
  statistics: Ranking['statistics'],
): ReadonlyMap<AnalyzerName, Texts> {
  const byAnalyzer = new Map<AnalyzerName, Texts>(
    tables.map(({ schema }) => [schema.analyzer, { documents: 0, totalLength: 0 }]),
  );
  if (statistics === 'visible') {
    for (const { schema, documents, totalLength } of tables) {
      const texts = byAnalyzer.get(schema.analyzer);
      if (texts === undefined) continue;
      texts.documents += documents;
      texts.totalLength += totalLength;
    }
    return byAnalyzer;
  }
  const ofTable = rows.tables.map(({ schema }) => byAnalyzer.get(schema.analyzer));
  for (let i = 0; i < passed.length; i += 1) {
    const place = passed[i] ?? 0;
    const length = rows.lengths[place] ?? -1;
    const texts = ofTable[rows.tableAt[place] ?? -1];
    if (length < 0 || texts === undefined) continue;
    texts.documents += 1;
    texts.totalLength += length;
  }
  return byAnalyzer;
}

function countPassed({ places }: TokenMatches, passed: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < places.length; i += 1) count += passed[places[i] ?? 0] ?? 0;
  return count;
}

function add(totals: Totals, place: number, units: number): void {
  if (totals instanceof Float64Array) totals[place] = (totals[place] ?? 0) + units;
  else totals[place] = (totals[place] ?? 0n) + BigInt(units);
}

function sortedScores({ matches: { places }, scratch: { passed } }: CallGround, totals: Totals): Totals {
  const isWide = totals instanceof BigInt64Array;
  const wide = new BigInt64Array(isWide ? places.length : 0);
  const plain = new Float64Array(isWide ? 0 : places.length);
  let size = 0;
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i] ?? 0;
    if (passed[place] !== 1) continue;
    if (isWide) wide[size] = totals[place] ?? 0n;
    else plain[size] = totals[place] ?? 0;
    size += 1;
  }
  return (isWide ? wide : plain).subarray(0, size).sort();
}
