import { contributionUnits, inverseDocumentFrequency } from '../../retrieve/bm25.ts';
import type { AnalyzerName, Ranking } from '../port.ts';
import type { Candidate } from './candidates.ts';

/** What one analyzer's rows of a call say about words: number of rows, their mean length, rows per token. */
export type Statistics = {
  readonly rows: number;
  readonly averageLength: number;
  readonly documentFrequency: ReadonlyMap<string, number>;
};

/** Statistics over the given rows that have a snippet, per analyzer (evaluate.md 8.3, 9.3). */
export function statisticsOf(population: readonly Candidate[]): ReadonlyMap<AnalyzerName, Statistics> {
  const analyzers = new Set(population.map(({ arm }) => arm.table.analyzer.name));
  return new Map(
    [...analyzers].map(name => [
      name,
      oneAnalyzer(population.filter(({ arm }) => arm.table.analyzer.name === name)),
    ]),
  );
}

/** Lexical score in units of 1e-12; null for a row without snippet or without a matched token. */
export function lexicalUnits(
  { arm, stored, matches }: Candidate,
  statistics: ReadonlyMap<AnalyzerName, Statistics>,
  ranking: Ranking,
): bigint | null {
  const { document } = stored;
  const known = statistics.get(arm.table.analyzer.name);
  if (document === null || matches === null || matches.length === 0 || known === undefined) return null;
  let units = 0n;
  for (const { token, tf } of matches) {
    const idf = inverseDocumentFrequency(known.rows, known.documentFrequency.get(token) ?? 0);
    units += BigInt(contributionUnits(idf, tf, document.length, known.averageLength, ranking));
  }
  return units;
}

function oneAnalyzer(candidates: readonly Candidate[]): Statistics {
  const documentFrequency = new Map<string, number>();
  let rows = 0;
  let totalLength = 0;
  for (const { stored, matches } of candidates) {
    if (stored.document === null || matches === null) continue;
    rows += 1;
    totalLength += stored.document.length;
    for (const { token } of matches) documentFrequency.set(token, (documentFrequency.get(token) ?? 0) + 1);
  }
  return { rows, averageLength: totalLength / rows, documentFrequency };
}
