import type { Explanation } from '../../../evals/explain/explain-figure.ts';

/** The cases that made a red figure worse. */
export type Causes = {
  readonly has: (ordinal: number) => boolean;
  /** What is to blame; null: nothing was lost against the compared run, or the case made nothing worse. */
  readonly of: (ordinal: number) => string | null;
};

const NOT_WORSE = 0;
const NO_BLAME = 1;
const FIRST_WORD = 2;

/** The first red figure that blames something for a case says its cause. Counted when first asked for. */
export function causesOf(explanations: readonly Explanation[], count: number): Causes {
  const red = explanations.filter(one => one.red);
  const words: string[] = [];
  let worse: Uint8Array | undefined;
  let causes: Uint8Array | undefined;
  const codeOf = (blame: string): number => {
    if (!words.includes(blame)) words.push(blame);
    return FIRST_WORD + words.indexOf(blame);
  };
  return {
    has: ordinal => {
      worse ??= worsened(red, count);
      return worse[ordinal] === 1;
    },
    of: ordinal => {
      causes ??= blamed(red, count, codeOf);
      return words[(causes[ordinal] ?? NOT_WORSE) - FIRST_WORD] ?? null;
    },
  };
}

function worsened(red: readonly Explanation[], count: number): Uint8Array {
  const worse = new Uint8Array(count);
  for (const { eachWorse } of red) {
    eachWorse(ordinal => {
      worse[ordinal] = 1;
    });
  }
  return worse;
}

function blamed(red: readonly Explanation[], count: number, codeOf: (blame: string) => number): Uint8Array {
  const causes = new Uint8Array(count);
  for (const { eachWorse, blameOf } of red) {
    eachWorse(ordinal => {
      if ((causes[ordinal] ?? NOT_WORSE) >= FIRST_WORD) return;
      const blame = blameOf(ordinal);
      causes[ordinal] = blame === null ? NO_BLAME : codeOf(blame);
    });
  }
  return causes;
}
