import type { StampDifference } from '../../evals/explain/compared.ts';
import type { Line, Pen } from './pen.ts';

/** Each member that differs with both values, one above the other, so that digests can be told apart by eye. */
export function differLines(
  differs: readonly StampDifference[],
  [was, is]: readonly [was: string, is: string],
  pen: Pen,
): readonly Line[] {
  const cells = Math.max(was.length, is.length) + 2;
  return [
    [pen.bold('not comparable', 'warn'), pen.span(': figures are withheld, since these differ')],
    ...differs.flatMap((one): readonly Line[] => [
      [pen.span(`  ${one.member}`, 'title')],
      [pen.span(`    ${was.padEnd(cells)}`, 'muted'), pen.span(one.was, 'removed')],
      [pen.span(`    ${is.padEnd(cells)}`, 'muted'), pen.span(one.is, 'added')],
    ]),
  ];
}
