import { describe, expect, test } from 'vitest';
import { type Movement, movement } from '../../../tui/model/movement.ts';
import { bySeverity, type Severity } from '../../../tui/model/severity.ts';
import { vectorCases } from '../../support/vectors.ts';

type Vector<Input, Output> = { readonly name: string; readonly input: Input; readonly output: Output };

describe('tui-cli.md 16 movement', () => {
  type Input = { readonly cur: readonly string[]; readonly other: readonly string[] };
  test.each(vectorCases<Vector<Input, Movement>>('tui-cli', 'rank.movement'))(
    '$name',
    ({ input, output }) => {
      expect(movement(input.cur, input.other)).toEqual(output);
    },
  );

  test('a repeated row of the other run is gone once, with its first rank', () => {
    expect(movement(['__proto__'], ['x', 'x', '__proto__'])).toEqual({
      rows: [{ row: '__proto__', rank: 1, move: 'up 2' }],
      gone: [{ row: 'x', was: 1 }],
    });
  });
});

describe('tui-cli.md 18 worst first', () => {
  test.each(vectorCases<Vector<readonly Severity[], readonly string[]>>('tui-cli', 'severity.order'))(
    '$name',
    ({ input, output }) => {
      expect(input.toSorted(bySeverity).map(({ name }) => name)).toEqual(output);
      expect(
        input
          .toReversed()
          .sort(bySeverity)
          .map(({ name }) => name),
      ).toEqual(output);
    },
  );

  const one: Severity = { name: 'a', outcome: 'regressed', loss: 0.1, band: 0.02, n: 40 };

  test('a broken floor stands before all, what is not measured before what is stable', () => {
    const outcomes = ['improved', 'stable', 'unscored', 'not_comparable', 'regressed', 'floor'] as const;
    const sorted = outcomes.map(outcome => ({ ...one, outcome })).sort(bySeverity);
    expect(sorted.map(({ outcome }) => outcome)).toEqual(outcomes.toReversed());
  });

  test('two losses beyond measure are told apart by the loss, then by the cases', () => {
    const counts: readonly Severity[] = [
      { ...one, name: 'few', band: 0, loss: 1, n: 5 },
      { ...one, name: 'many', band: 0, loss: 1, n: 50 },
      { ...one, name: 'great', band: 0, loss: 2 },
    ];
    expect(counts.toSorted(bySeverity).map(({ name }) => name)).toEqual(['great', 'many', 'few']);
    expect(bySeverity({ ...one, loss: 0, band: 0 }, { ...one, loss: 0, band: 0 })).toBe(0);
  });
});
