import type { LoadedCase } from '../case/types.ts';
import type { AnswerDifference } from '../gate/run-checks.ts';
import type { Store } from '../store/port.ts';
import { answerDifference } from './answer-difference.ts';
import { type Asked, askCases } from './ask-cases.ts';
import type { Checking } from './check.ts';

/** answers: pairs that are equal, up to the first that is not. */
export type Comparison = {
  readonly answers: number;
  readonly difference: { readonly loaded: LoadedCase; readonly found: AnswerDifference } | null;
};

/** Asks two stores every call of the cases and stops at the first answer that differs in a byte. */
export async function compareAnswers(
  here: Store,
  there: Store,
  cases: readonly LoadedCase[],
  { prepared, context }: Checking,
  told: (cases: number) => void,
): Promise<Comparison> {
  const others = askCases(there, cases, prepared);
  let answers = 0;
  try {
    for await (const batch of askCases(here, cases, prepared)) {
      context.signal.throwIfAborted();
      const other = await others.next();
      const theirs: readonly Asked[] = other.done === true ? [] : other.value;
      for (const [i, ours] of batch.entries()) {
        const difference = differenceOf(ours, theirs[i]);
        if (difference !== undefined) {
          return { answers, difference: { loaded: ours.loaded, found: difference } };
        }
        answers += 1;
      }
      told(new Set(batch.map(({ loaded }) => loaded)).size);
    }
  } finally {
    await others.return(undefined);
  }
  return { answers, difference: null };
}

function differenceOf(ours: Asked, theirs: Asked | undefined): AnswerDifference | undefined {
  const { loaded, leg, surface } = ours;
  if (theirs === undefined) throw new RangeError(`case ${loaded.case.id} has no second answer on ${leg}`);
  const found = answerDifference(ours.answer, theirs.answer);
  return found === undefined ? undefined : { case: loaded.case.id, leg, surface, ...found };
}

/** `lexical, row 3 kb/a#x: explain.lexicalUnits is 5 and 6`. */
export function differenceText({ leg, surface, row, rank, term, here, there }: AnswerDifference): string {
  const on = surface === 'retrieval' ? leg : `${leg} (edges)`;
  const where = row === null ? on : `${on}, row ${rank} ${row}`;
  return `${where}: ${term} is ${here ?? 'absent'} and ${there ?? 'absent'}`;
}
