import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safe, safePane } from '../../core/safe-text.ts';
import { cells } from '../../tui/text/cells.ts';
import { vectorCases } from '../support/vectors.ts';

type Vector = {
  readonly name: string;
  readonly input: string;
  readonly output: { utf8: string; ascii: string };
};

describe('tui-cli.md 14 untrusted text', () => {
  test.each(vectorCases<Vector>('tui-cli', 'text.safe'))('$name', ({ input, output }) => {
    expect(safe(input)).toBe(output.utf8);
    expect(safe(input, 'ascii')).toBe(output.ascii);
  });

  test.each([
    ['a tab goes to the next multiple of 4', 'ab\tc\n\td', 'ab  c\n    d'],
    ['CRLF is one line break', 'a\r\nb', 'a\nb'],
    ['a lone CR is shown', 'a\rb', 'a␍b'],
    ['a hidden direction is shown in a pane too', 'a\u202eb', 'a<U+202E>b'],
  ])('pane: %s', (_name, input, output) => {
    expect(safePane(input, cells)).toBe(output);
  });

  test('the first line of a pane may begin anywhere', () => {
    expect(safePane('a\tb\n\tc', cells, 'utf8', 2)).toBe('a b\n    c');
    expect(safePane('\t\tb', cells, 'utf8', 5)).toBe('       b');
  });

  test('tag characters beyond 64 are counted', () => {
    const tag = String.fromCodePoint(0xe0061);
    expect(safe(tag.repeat(70))).toBe(`<tags:${'a'.repeat(64)}+6>`);
  });

  test('a second joiner after a kept one is shown', () => {
    expect(safe('\u{1f469}\u200d\u200d\u{1f4bb}')).toBe('\u{1f469}<U+200D><U+200D>\u{1f4bb}');
    expect(safe('ب\u200d\u200d')).toBe('ب\u200d<U+200D>');
  });

  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        ...'\t\n\r\u001b\u007f\u009b\u200b\u200c\u200d\u202e\u2028\ufeff\ufe0f\u0301\u{e0041}\u{e0100}\u{1f469}\u{1f3fd}كक\ud800',
      ),
      fc.integer({ min: 0, max: 0x10ffff }).map(code => String.fromCodePoint(code)),
    ),
    maxLength: 40,
  });

  test('idempotent, and no control, bidi or invisible character is left', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('utf8' as const, 'ascii' as const), (text, set) => {
        const once = safe(text, set);
        expect(safe(once, set)).toBe(once);
        expect(once).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u);
        expect(once).not.toMatch(/[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/u);
      }),
      { numRuns: 2000 },
    );
  });
});
