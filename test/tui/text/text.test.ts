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

  test('a text of any length has the cells, graphemes and cuts of its parts', () => {
    const family = '\u{1f469}\u200d\u{1f467}';
    const zalgo = `e${'\u0301'.repeat(2500)}`;
    const unit = fc.constantFrom('a', '日', 'e\u0301', family, '\u{1f1e9}\u{1f1ea}', zalgo, ' ');
    const long = fc.tuple(fc.array(unit, { minLength: 1, maxLength: 6 }), fc.integer({ min: 200, max: 400 }));
    fc.assert(
      fc.property(long, fc.integer({ min: 1, max: 40 }), ([parts, times], width) => {
        const whole = Array.from({ length: times }, () => parts).flat();
        const text = whole.join('');
        expect(graphemes(text)).toEqual(whole);
        expect(cells(text)).toBe(times * parts.reduce((sum, part) => sum + cells(part), 0));
        const few = whole.slice(0, 41).join('');
        if (few.length <= 1024 && whole.length > 41)
          expect(truncateEnd(text, width)).toBe(truncateEnd(few, width));
      }),
      { numRuns: 30 },
    );
  });

  test('a line of a megabyte is cut by its ends alone', () => {
    const text = `<${'日本é'.repeat(300_000)}>`;
    expect(truncateEnd(text, 5)).toBe('<日…');
    expect(truncateMiddle(text, 6)).toBe('<日…é>');
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
