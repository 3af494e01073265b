import type { Figure } from '../score/figure.ts';
import type { RowId } from '../score/read.ts';
import type { Dimension } from '../score/registry.ts';

export type Answer = {
  readonly text: string;
  readonly citations: readonly RowId[];
  readonly abstained: boolean;
};

/** One judged item; `abstention` bears two figures. */
export type ItemDimension = 'abstention' | 'accuracy' | 'citation_faithfulness' | 'temporal_correctness';

export type Judgment = { readonly score: number } | 'refused' | 'answered' | { readonly unscored: string };

export type ItemVerdict = {
  readonly dimension: ItemDimension;
  readonly judgment: Judgment;
  readonly attempts?: number;
  readonly reason?: string;
};

/** What reader and judge made of one case. answer: null when the reader gave none. */
export type JudgedCase = { readonly answer: Answer | null; readonly verdicts: readonly ItemVerdict[] };

/** The figures that a case's verdicts bear. */
export function judgedFigures(judged: JudgedCase): { readonly [dimension in Dimension]: Figure } {
  const figures = new Map<Dimension, Figure>();
  for (const { dimension, judgment } of judged.verdicts) {
    if (dimension === 'abstention') {
      figures.set('correct_refusal', refusalShare(judgment, 'refused'));
      figures.set('hallucination_on_unknown', refusalShare(judgment, 'answered'));
    } else if (typeof judgment === 'object' && 'score' in judgment) {
      figures.set(dimension, judgment.score);
    }
  }
  const figureOf = (dimension: Dimension): Figure => figures.get(dimension) ?? null;
  return {
    accuracy: figureOf('accuracy'),
    citation_faithfulness: figureOf('citation_faithfulness'),
    correct_refusal: figureOf('correct_refusal'),
    hallucination_on_unknown: figureOf('hallucination_on_unknown'),
    temporal_correctness: figureOf('temporal_correctness'),
  };
}

/** Why items have no verdict, one reason each. */
export function unscoredReasons(judged: JudgedCase): string[] {
  return judged.verdicts.flatMap(({ judgment }) =>
    typeof judgment === 'object' && 'unscored' in judgment ? [judgment.unscored] : [],
  );
}

function refusalShare(judgment: Judgment, counted: 'refused' | 'answered'): Figure {
  if (typeof judgment === 'object') return null;
  return judgment === counted ? 1 : 0;
}
