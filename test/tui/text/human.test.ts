import { describe, expect, test } from 'vitest';
import { parseInstant } from '../../../core/time.ts';
import {
  humanAge,
  humanBytes,
  humanCompact,
  humanDelta,
  humanDuration,
  humanInt,
} from '../../../tui/text/human.ts';
import { type MetricCell, metricCell } from '../../../tui/text/metric-cell.ts';
import { vectorCases } from '../../support/vectors.ts';

type Vector<Input, Output = string> = {
  readonly name: string;
  readonly input: Input;
  readonly output: Output;
};

describe('tui-cli.md 15 numbers', () => {
  const numbers: readonly [string, (value: number) => string][] = [
    ['human.int', humanInt],
    ['human.compact', humanCompact],
    ['human.bytes', humanBytes],
    ['human.duration', humanDuration],
  ];
  for (const [group, format] of numbers) {
    test.each(vectorCases<Vector<number>>('tui-cli', group))(`${group} $name`, ({ input, output }) => {
      expect(format(input)).toBe(output);
    });
  }

  test.each(vectorCases<Vector<number | null>>('tui-cli', 'human.delta'))(
    'human.delta $name',
    ({ input, output }) => {
      expect(humanDelta(input)).toBe(output);
    },
  );

  test.each(vectorCases<Vector<string>>('tui-cli', 'human.age'))('human.age $name', ({ input, output }) => {
    const now = parseInstant('2030-06-01T12:00:00Z') ?? 0n;
    expect(humanAge(parseInstant(input) ?? 0n, now)).toBe(output);
  });

  test('bytes between 1000 and 1023 of a unit stay in that unit', () => {
    expect(humanBytes(1010 * 1024)).toBe('1010 KiB');
    expect(humanBytes(5000 * 1024 ** 4)).toBe('5000 TiB');
  });
});

describe('tui-cli.md 15 metric cell', () => {
  type Input = MetricCell & { readonly width: number };
  test.each(vectorCases<Vector<Input, { utf8: string; ascii: string }>>('tui-cli', 'cell.metric'))(
    '$name',
    ({ input: { width, ...cell }, output }) => {
      expect(metricCell(cell, width)).toBe(output.utf8);
      expect(metricCell(cell, width, 'ascii')).toBe(output.ascii);
    },
  );

  test('a move inside its own interval is marked as noise', () => {
    const cell: MetricCell = { value: 0.5, delta: -0.01, half: 0.02, outcome: 'regressed', n: 40 };
    expect(metricCell(cell, 27)).toBe('0.500 -0.010 ±0.020 ▼~ n40 ');
  });

  test('a column that is too narrow for the value cuts it visibly', () => {
    expect(metricCell({ value: 0.812, outcome: 'stable' }, 3)).toBe('0.…');
    expect(metricCell({ value: 0.812, outcome: 'stable' }, 3, 'ascii')).toBe('0.~');
  });
});
