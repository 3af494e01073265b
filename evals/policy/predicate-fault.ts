import { countCodePoints } from '../../core/code-points.ts';
import type { Place, Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';

/** The predicate being read and whose it is. */
export type PredicateSource = {
  readonly text: string;
  readonly table: string;
  readonly place?: Place | undefined;
};

export type PredicateFault = {
  /** What is wrong, with the offset in code points where it has one: `expected a literal at 8`. */
  readonly at: string;
  /** Where, in UTF-16 code units of the text. */
  readonly index: number;
  readonly found: string;
  /** The grammar line that failed. */
  readonly want: string;
  readonly hint?: string | undefined;
};

const BEFORE = 40;
const AFTER = 32;

/** EnforcePredicateOutsideGrammar {table, at, found}; the excerpt is the predicate with a caret under the fault. */
export function outsideGrammar(source: PredicateSource, fault: PredicateFault): Refusal {
  const { table, place } = source;
  return refuse('EnforcePredicateOutsideGrammar', {
    message: `the predicate of table \`${table}\` leaves the grammar: ${fault.at}`,
    place,
    excerpt: underlined(source.text, fault.index),
    found: fault.found,
    want: fault.want,
    hint: fault.hint,
    facts: { table, at: fault.at, found: fault.found },
  });
}

export function codePointOffset(text: string, index: number): number {
  return countCodePoints(text.slice(0, index));
}

/** One line of the predicate around the fault and one with the caret. A control character takes one blank. */
function underlined(text: string, index: number): readonly string[] {
  const before = [...text.slice(Math.max(0, index - 2 * BEFORE), index)].slice(-BEFORE).map(blankControl);
  const after = [...text.slice(index, index + 2 * AFTER)].slice(0, AFTER).map(blankControl);
  const cutBefore = before.join('').length < index ? '…' : '';
  const cutAfter = index + after.join('').length < text.length ? '…' : '';
  const caret = ' '.repeat(cutBefore.length + before.length);
  return [`${cutBefore}${before.join('')}${after.join('')}${cutAfter}`, `${caret}^`];
}

function blankControl(character: string): string {
  return /\p{Cc}/u.test(character) ? ' ' : character;
}
