import { isDated } from '../score/owed.ts';
import type { CaseTruth } from '../score/read.ts';
import type { Answer, ItemDimension } from './judged-case.ts';

/** Items of a case in their order (scoring.md 11); one judge call each. */
export function itemsOf(
  truth: Pick<CaseTruth, 'mustAbstain' | 'answer' | 'mustCite' | 'timeAnchor' | 'since'>,
  answer: Answer,
): ItemDimension[] {
  if (truth.mustAbstain) return ['abstention'];
  const items: ItemDimension[] = [];
  if (truth.answer !== null) items.push('accuracy');
  if (answer.abstained) return items;
  if (answer.citations.length > 0 || truth.mustCite.length > 0) items.push('citation_faithfulness');
  if (isDated(truth)) items.push('temporal_correctness');
  return items;
}
