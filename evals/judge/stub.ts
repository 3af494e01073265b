import { stubFeatures as features } from '../retrieve/stub-embedder.ts';
import type { CaseTruth, RowId } from '../score/read.ts';
import { indexRows } from '../score/row-index.ts';
import { itemsOf } from './items.ts';
import type { Answer, ItemDimension, JudgedCase, Judgment } from './judged-case.ts';

/** A hybrid row as the reader sees it; rows below the first may leave their text out, the stub cites the first. */
export type GroundRow = RowId & { readonly in_window: boolean; readonly text?: string };

/** The reader's and judge's verdicts of the deterministic tier: no model is asked. rows: hybrid, best first. */
export function stubJudged(truth: CaseTruth, rows: readonly GroundRow[]): JudgedCase {
  const answer = stubAnswer(rows);
  const verdicts = itemsOf(truth, answer).map(dimension => ({
    dimension,
    judgment: stubJudgment(dimension, truth, answer, rows),
  }));
  return { answer, verdicts };
}

/** No rows: abstain; else the text of the top row, citing it. */
function stubAnswer(rows: readonly GroundRow[]): Answer {
  const top = rows[0];
  if (top === undefined) return { text: 'ABSTAIN', citations: [], abstained: true };
  return { text: top.text ?? '', citations: [{ table: top.table, key: top.key }], abstained: false };
}

function stubJudgment(
  dimension: ItemDimension,
  truth: CaseTruth,
  answer: Answer,
  rows: readonly GroundRow[],
): Judgment {
  switch (dimension) {
    case 'abstention':
      return answer.abstained ? 'refused' : 'answered';
    case 'accuracy':
      return { score: accuracy(truth.answer ?? '', answer.text) };
    case 'citation_faithfulness':
      return { score: citationFaithfulness(answer.citations, rows, answer.text) };
    case 'temporal_correctness':
      return { score: temporalCorrectness(answer.citations, rows) };
  }
}

/** Share of the reference's features that the answer has; 0 for a reference without features. */
export function accuracy(reference: string, answer: string): number {
  const wanted = new Set(features(reference));
  const given = new Set(features(answer));
  return share([...wanted].filter(feature => given.has(feature)).length, wanted.size);
}

/** Share of the citations that name a returned row sharing a feature with the answer. */
export function citationFaithfulness(
  citations: readonly RowId[],
  rows: readonly GroundRow[],
  answer: string,
): number {
  const given = new Set(features(answer));
  const supports = (row: GroundRow) => features(row.text ?? '').some(feature => given.has(feature));
  return share(citedRows(citations, rows).filter(supports).length, citations.length);
}

/** Share of the cited returned rows that lie in the window. */
export function temporalCorrectness(citations: readonly RowId[], rows: readonly GroundRow[]): number {
  const cited = citedRows(citations, rows);
  return share(cited.filter(row => row.in_window).length, cited.length);
}

/** The returned row of each citation, where there is one. */
function citedRows(citations: readonly RowId[], rows: readonly GroundRow[]): GroundRow[] {
  const cited = indexRows(citations);
  const found = new Map<number, GroundRow>();
  for (const row of rows) {
    const citation = cited.find(row);
    if (citation !== undefined && !found.has(citation)) found.set(citation, row);
  }
  return [...found.values()];
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
