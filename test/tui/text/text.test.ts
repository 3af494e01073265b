import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { shellLine, shellQuote } from '../../../core/shell-quote.ts';
import { cells, graphemes, padEnd, padStart } from '../../../tui/text/cells.ts';
import { steady } from '../../../tui/text/steady.ts';
import { truncateEnd, truncateMiddle } from '../../../tui/text/truncate.ts';
import { vectorCases } from '../../support/vectors.ts';

type Vector<Input, Output> = { readonly name: string; readonly input: Input; readonly output: Output };

describe('tui-cli.md 14 widths', () => {
  test.each(vectorCases<Vector<string, number>>('tui-cli', 'text.cells'))(
    'cells of $name',
    ({ input, output }) => {
      expect(cells(input)).toBe(output);
    },
  );

  test.each(
    vectorCases<Vector<{ text: string; width: number }, { end: string; middle: string }>>(
      'tui-cli',
      'text.truncate',
    ),
  )('cut $name', ({ input, output }) => {
    expect(truncateEnd(input.text, input.width)).toBe(output.end);
    expect(truncateMiddle(input.text, input.width)).toBe(output.middle);
    expect(truncateEnd(input.text, input.width, 'ascii')).toBe(output.end.replace('…', '~'));
    expect(truncateMiddle(input.text, input.width, 'ascii')).toBe(output.middle.replace('…', '~'));
  });

  test.each(vectorCases<Vector<string, string>>('tui-cli', 'text.steady'))(
    'steady $name',
    ({ input, output }) => {
      expect(steady(input)).toBe(output);
    },
  );

  test('a cut text never takes more cells than asked for, at any width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, width) => {
        expect(cells(truncateEnd(text, width))).toBeLessThanOrEqual(width);
        expect(cells(truncateMiddle(text, width))).toBeLessThanOrEqual(width);
        expect(graphemes(text).join('')).toBe(text);
      }),
    );
  });

  test('the signs that we draw take one cell by the width tables too', () => {
    const range = (from: number, to: number): readonly string[] =>
      Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
    const own = [...'–—…±·‹›▲▼✗≠≤≥→◇▸↵●', ...range(0x2500, 0x259f), ...range(0x2800, 0x28ff)];
    expect(own.filter(sign => stringWidth(sign) !== 1)).toEqual([]);
    expect(own.filter(sign => cells(sign) !== 1)).toEqual([]);
  });

  test('padding counts cells', () => {
    expect(padEnd('日本', 6)).toBe('日本  ');
    expect(padStart('日本', 6)).toBe('  日本');
    expect(padEnd('abc', 2)).toBe('abc');
  });
});

describe('tui-cli.md 20 commands to copy', () => {
  test.each(vectorCases<Vector<string, string>>('tui-cli', 'shell.quote'))(
    'quote $name',
    ({ input, output }) => {
      expect(shellQuote(input)).toBe(output);
    },
  );

  test('a line of words', () => {
    expect(shellLine(['contextful', 'eval', 'run', '--goldens', 'my cases.jsonl'])).toBe(
      "contextful eval run --goldens 'my cases.jsonl'",
    );
  });
});
