import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitLine, hanging, lineCells, lineText, wrap } from '../../../tui/model/fit.ts';
import { createPen } from '../../../tui/model/pen.ts';
import { cells } from '../../../tui/text/cells.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-source.ts';

const pen = createPen('utf8');
const text = (line: Parameters<typeof lineText>[0]): string => lineText(line);

describe('tui-cli.md 14 a line in its width', () => {
  test.each([
    ['short is padded', 'ab', 4, 'ab  '],
    ['exact stays', 'abcd', 4, 'abcd'],
    ['long is cut at its end', 'abcdef', 4, 'abc…'],
    ['a wide letter is never halved', '漢字漢字', 4, '漢… '],
    ['marks stay with their letter', 'e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['no room at all', 'abc', 0, ''],
  ])('%s', (_name, from, width, to) => {
    expect(text(fitLine([pen.span(from)], width, pen))).toBe(to);
  });

  test('numbers stand at the right, ids lose their middle', () => {
    expect(text(fitLine([pen.span('7')], 4, pen, { align: 'end' }))).toBe('   7');
    expect(text(fitLine([pen.span('0123456789')], 7, pen, { cut: 'middle' }))).toBe('012…789');
  });

  test('a cut says so where the rest is in another span', () => {
    expect(text(fitLine([pen.span('abcd'), pen.span('ef')], 4, pen))).toBe('abc…');
  });

  test('any spans of any text fill the width exactly', () => {
    const spans = fc.array(fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary' })), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(spans, fc.nat(40), fc.constantFrom('utf8', 'ascii'), (texts, width, set) => {
        const own = createPen(set);
        const line = texts.map(one => own.steady(one));
        expect(lineCells(fitLine(line, width, own))).toBe(width);
      }),
    );
  });
});

describe('tui-cli.md 13 wrapping', () => {
  test.each([
    ['at blanks', 'one two three', 7, ['one two', ' three']],
    ['a word longer than the width', 'abcdefgh', 3, ['abc', 'def', 'gh']],
    ['a wide letter goes on below', '漢字かな', 3, ['漢', '字', 'か', 'な']],
    ['what fits stays', 'abc', 3, ['abc']],
  ])('%s', (_name, from, width, parts) => {
    expect(wrap([pen.span(from)], width, pen).map(line => text(line).trim())).toEqual(
      parts.map(part => part.trim()),
    );
  });

  test('nothing but blanks is lost, and no part is too wide', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 8, max: 40 }), (from, width) => {
        const line = [pen.span(from)];
        const parts = wrap(line, width, pen);
        for (const part of parts) expect(lineCells(part)).toBeLessThanOrEqual(width);
        expect(parts.map(text).join('').replaceAll(' ', '')).toBe(text(line).replaceAll(' ', ''));
      }),
    );
  });

  test('what goes on below a label stands below itself', () => {
    expect(hanging('why  ', [pen.span('it fell far')], 12, pen).map(text)).toEqual([
      'why  it fell',
      '     far',
    ]);
    for (const line of hanging('why  ', [pen.span('it fell far')], 12, pen))
      expect(cells(text(line))).toBeLessThan(13);
  });
});
